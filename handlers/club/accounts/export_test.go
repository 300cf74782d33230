package accounts

// Names for the tests of this room, which stand outside of it.

const EnterTried = enterTried
const MailTried = mailTried

var CheckPassword = checkPassword
var ErrNameLong = errNameLong
var ErrNameMarks = errNameMarks
var ErrNameMissing = errNameMissing
var ErrNameSigns = errNameSigns
var ErrPasswordCommon = errPasswordCommon
var ErrPasswordLong = errPasswordLong
var ErrPasswordShort = errPasswordShort
var HashParams = hashParams

func (x *Accounts) Hasher() *hasher { return x.hasher }
func (h *hasher) Decoy() string     { return h.decoy() }
func (h *hasher) Lock()             { h.working.Lock() }
func (h *hasher) Unlock()           { h.working.Unlock() }
func (h *hasher) Waiting() int      { return len(h.waiting) }
