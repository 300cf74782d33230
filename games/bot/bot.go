// Package bot has players that choose among legal actions by what a person in
// their place would see.
package bot
