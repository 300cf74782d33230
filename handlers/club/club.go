// Package club is the root of the rooms below it, which are all that the site does, without
// HTTP, templates and SQL. It holds only things that every room needs: kinds of error, the
// worker helper, signals, the publisher. It may import db and games, and no room.
package club
