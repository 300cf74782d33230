// Package pages is the pages of the site that show more than one match or none:
// home, open tables, invitations, rules and the like. The page of a match is in
// package views, what it shows of its game in the package of the game's family.
package pages
