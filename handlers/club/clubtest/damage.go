package clubtest

import (
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"
)

// Damage changes the text of a stored event, like a fault of the disk. The file must not be open.
func Damage(t testing.TB, path, match string, ply int, text string) {
	t.Helper()
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	file.SetMaxOpenConns(1)
	for _, q := range []string{
		`DROP TRIGGER IF EXISTS events_stay`,
		`UPDATE events SET text = ?3 WHERE ply = ?2 AND match = (SELECT seq FROM matches WHERE id = ?1)`,
		`UPDATE matches SET last_text = ?3 WHERE id = ?1 AND ply = ?2 + 1`,
	} {
		args := []any{match, ply, text}
		if q[0] == 'D' {
			args = nil
		}
		if _, err := file.Exec(q, args...); err != nil {
			t.Fatal(err)
		}
	}
}

// DamagePage overwrites the first page of a table. The file must not be open.
func DamagePage(t testing.TB, path, table string) {
	t.Helper()
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var page int64
	err = file.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = ?`, table).Scan(&page)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(strings.Repeat("damage", 600)), (page-1)*4096); err != nil {
		t.Fatal(err)
	}
}
