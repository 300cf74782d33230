package notify

import (
	"context"

	"tableronde/db"
)

// Names for the tests of this room, which stand outside of it.

const OutboxDelay = outboxDelay

// NewsOf returns the news of a delivery to nobody in particular.
func (x *Notifier) NewsOf(ctx context.Context, senders map[db.NoticeChannel]Sender, d db.Delivery, at db.Target) (News, bool, error) {
	return (&courier{notifier: x, senders: senders}).newsOf(ctx, d, db.Recipient{}, at)
}
