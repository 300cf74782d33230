package live

// Names for the tests of this room, which stand outside of it.

const FollowLost = followLost
const FollowPause = followPause
const MaxMissed = maxMissed
const TablesPause = tablesPause

var ErrTooManyStreams = errTooManyStreams
