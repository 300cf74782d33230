package notify

import (
	"context"

	"tableronde/db"
)

// Names for the tests of this room, which stand outside of it.

const OutboxDelay = outboxDelay

// NewsOf returns the news of a delivery to nobody in particular.
func (x *Notifier) NewsOf(ctx context.Context, tell map[db.NoticeChannel]Tell, d db.Delivery, at db.Target) (News, bool, error) {
	return (&courier{notifier: x, tell: tell}).newsOf(ctx, d, db.Recipient{}, at)
}
