// Package dbtest is the conformance suite of the store. It has the tests that every engine must
// pass, and their helpers.
package dbtest

import (
	"testing"
	"time"

	"tableronde/db"
)

// Engine opens the stores that the suite tests.
type Engine struct {
	// New prepares an empty database and returns the place to open it at.
	New func(t testing.TB) (place string)
	// Open opens a store on the database at a place, as another process would. The store reads the
	// time from now. The suite closes the store.
	Open func(t testing.TB, place string, now func() time.Time) db.Store
	// Check fails the test if the stored data contradict each other. The suite
	// calls it at the end of each test, before it closes the store.
	Check func(t testing.TB, s db.Store)
	// Break makes all writes through s fail as unavailable, until repair is called.
	Break func(t testing.TB, s db.Store) (repair func())
	// Shared is set if several processes may share a store, which then has a Feed.
	Shared bool
	// Alone is set if only one store at a time may be open at a place.
	Alone bool
}

// conformanceTests lists the tests.
var conformanceTests = []struct {
	name string
	test func(*testing.T, Engine)
}{
	{"Append", testAppend},
	{"AppendRefuses", testAppendRefuses},
	{"AppendAtTheSameTime", testAppendAtTheSameTime},
	{"AppendThroughTwoStores", testAppendThroughTwoStores},
	{"Fold", testFold},
	{"FoldOfAnImport", testFoldOfAnImport},
	{"Orders", testOrders},
	{"Asked", testAsked},
	{"Chance", testChance},
	{"ChanceOfReservedSeats", testChanceOfReservedSeats},
	{"BeginFails", testBeginFails},
	{"Due", testDue},
	{"Deadline", testDeadline},
	{"DueListsAll", testDueListsAll},
	{"Clocks", testClocks},
	{"PressingTurns", testPressingTurns},
	{"Beat", testBeat},
	{"BeatAtTheSameTime", testBeatAtTheSameTime},
	{"VisitOfAChange", testVisitOfAChange},
	{"Outbox", testOutbox},
	{"OutboxOfRefusals", testOutboxOfRefusals},
	{"NoticeSettings", testNoticeSettings},
	{"PrivateFeeds", testPrivateFeeds},
	{"Targets", testTargets},
	{"DeadPushes", testDeadPushes},
	{"PushKey", testPushKey},
	{"Deliveries", testDeliveries},
	{"Failures", testFailures},
	{"OutboxAtTheStart", testOutboxAtTheStart},
	{"OutboxAtTheSameTime", testOutboxAtTheSameTime},
	{"Leases", testLeases},
	{"LeasesAtTheSameTime", testLeasesAtTheSameTime},
	{"Feed", testFeed},

	{"CreateAndJoin", testCreateAndJoin},
	{"CreateMatchWithEvents", testCreateMatchWithEvents},
	{"CreateRefuses", testCreateRefuses},
	{"CreateRefusesWhatDoesNotFit", testCreateRefusesWhatDoesNotFit},
	{"CanJoin", testCanJoin},
	{"JoinRefuses", testJoinRefuses},
	{"JoinAtTheSameTime", testJoinAtTheSameTime},
	{"JoinOnce", testJoinOnce},
	{"SeatByLot", testSeatByLot},
	{"Solo", testSolo},
	{"Withdraw", testWithdraw},
	{"OpenTablesOfAHostAreBounded", testOpenTablesOfAHostAreBounded},
	{"OpenTablesEnd", testOpenTablesEnd},
	{"InvitationIsRenewedAndWithdrawn", testInvitationIsRenewedAndWithdrawn},

	{"Rematch", testRematch},
	{"RematchBeginsWhenAllHaveAccepted", testRematchBeginsWhenAllHaveAccepted},
	{"RematchOfferIsInTheOutbox", testRematchOfferIsInTheOutbox},
	{"RematchIsDeclinedOrTakenBack", testRematchIsDeclinedOrTakenBack},
	{"RematchOfManyVotesIsOne", testRematchOfManyVotesIsOne},

	{"MatchesOf", testMatchesOf},
	{"OpenTables", testOpenTables},
	{"TablesAreFiltered", testTablesAreFiltered},
	{"TablesAreCounted", testTablesAreCounted},
	{"FittingTables", testFittingTables},
	{"ChallengeIsAccepted", testChallengeIsAccepted},
	{"ChallengeIsEnded", testChallengeIsEnded},
	{"ChallengeOfWhoBlocks", testChallengeOfWhoBlocks},
	{"StartMatch", testStartMatch},
	{"StartMatchWithBots", testStartMatchWithBots},
	{"StandingOffer", testStandingOffer},
	{"StandingOffersAreKept", testStandingOffersAreKept},
	{"StandingTableIsOpenedOnce", testStandingTableIsOpenedOnce},
	{"Ladder", testLadder},
	{"LadderChallengeIsRefused", testLadderChallengeIsRefused},
	{"LadderIsSettledOnce", testLadderIsSettledOnce},
	{"LadderChallengeIsNotAccepted", testLadderChallengeIsNotAccepted},
	{"LadderOfWhoLeaves", testLadderOfWhoLeaves},
	{"LadderOfTheAbsent", testLadderOfTheAbsent},
	{"Needs", testNeeds},
	{"Cup", testCup},
	{"CupsAreKept", testCupsAreKept},
	{"CupsAcrossBlocks", testCupsAcrossBlocks},
	{"CupIsSteppedOnce", testCupIsSteppedOnce},
	{"PagesStayTogether", testPagesStayTogether},
	{"ChangedSince", testChangedSince},
	{"Passing", testPassing},
	{"PublicMatches", testPublicMatches},
	{"Tally", testTally},
	{"Bots", testBots},
	{"BotWins", testBotWins},
	{"Exhibitions", testExhibitions},
	{"Forced", testForced},
	{"SeatBots", testSeatBots},
	{"Hints", testHints},
	{"BotsTakeOver", testBotsTakeOver},
	{"BotsAfterBots", testBotsAfterBots},
	{"MatchesAgainstBotsAreBounded", testMatchesAgainstBotsAreBounded},
	{"RematchWithBots", testRematchWithBots},
	{"ShowMatch", testShowMatch},
	{"ShareMatch", testShareMatch},
	{"Watch", testWatch},
	{"MessageNotices", testMessageNotices},
	{"Muted", testMuted},
	{"Replaced", testReplaced},
	{"WatchersRead", testWatchersRead},
	{"Remarks", testRemarks},
	{"TooManyRemarks", testTooManyRemarks},
	{"Lessons", testLessons},
	{"Puzzles", testPuzzles},
	{"PuzzleAtOnce", testPuzzleAtOnce},
	{"Collections", testCollections},
	{"Annotations", testAnnotations},
	{"CollectionsAreBounded", testCollectionsAreBounded},
	{"CollectionsAreJudged", testCollectionsAreJudged},
	{"HistoricGames", testAnnals},

	{"Players", testPlayers},
	{"RenameShowsInMatches", testRenameShowsInMatches},
	{"Tablemates", testTablemates},
	{"Tokens", testTokens},
	{"RevokedTokens", testRevokedTokens},
	{"TooManyTokens", testTooManyTokens},
	{"TokenUse", testTokenUse},
	{"Studies", testStudies},
	{"Reviews", testReviews},
	{"UnaskedReviews", testUnaskedReviews},
	{"Archive", testArchive},
	{"Archived", testArchived},
	{"Positions", testPositions},
	{"ManyPositions", testManyPositions},
	{"Ratings", testRatings},
	{"RatedPairs", testRatedPairs},
	{"ArchiveOfLeavers", testArchiveOfLeavers},
	{"ManyReviews", testManyReviews},
	{"TooManyStudies", testTooManyStudies},
	{"Talk", testTalk},
	{"TalkIsBounded", testTalkIsBounded},
	{"TalkIsTold", testTalkIsTold},
	{"Ties", testTies},
	{"Blocks", testBlocks},
	{"StudiesAtTheSameTime", testStudiesAtTheSameTime},
	{"Leave", testLeave},
	{"LeaveTable", testLeaveTable},
	{"Operators", testOperators},
	{"ActsInMatches", testActsInMatches},
	{"Undelivered", testUndelivered},
	{"Parking", testParking},
	{"Activity", testActivity},
	{"OddIDs", testOddIDs},
	{"Visit", testVisit},
	{"VisitOrders", testVisitOrders},
	{"VisitsLast", testVisitsLast},
	{"ReadsAfterWrites", testReadsAfterWrites},
	{"Sessions", testSessions},
	{"SessionsOfAPlayer", testSessionsOfAPlayer},
	{"Accounts", testAccounts},
	{"AccountNames", testAccountNames},
	{"AccountInvites", testAccountInvites},
	{"GuestsArePurged", testGuestsArePurged},
	{"AccountsAtTheSameTime", testAccountsAtTheSameTime},
	{"Passkeys", testPasskeys},
	{"PasskeyCounters", testPasskeyCounters},
	{"PasskeysAtTheSameTime", testPasskeysAtTheSameTime},
	{"AccountWithPasskeyOnly", testAccountWithPasskeyOnly},
	{"Mails", testMails},
	{"EnterByMail", testEnterByMail},
	{"ProveByMail", testProveByMail},
	{"Recovery", testRecovery},
	{"MailsAboutWaysIn", testMailsAboutWaysIn},
	{"AddressOfOneAccount", testAddressOfOneAccount},
	{"MailsAtTheSameTime", testMailsAtTheSameTime},
	{"Passes", testPasses},
	{"PassAtTheSameTime", testPassAtTheSameTime},
	{"WrongCodes", testWrongCodes},

	{"OnceAnswersAgain", testOnceAnswersAgain},
	{"OnceIsForgottenAfterADay", testOnceIsForgottenAfterADay},
	{"OnceWithoutKeyPromisesNothing", testOnceWithoutKeyPromisesNothing},
	{"OnceForgetsARefusal", testOnceForgetsARefusal},
	{"OnceStoresNotes", testOnceStoresNotes},
	{"OnceAnswersWithTheEffectOrNotAtAll", testOnceAnswersWithTheEffectOrNotAtAll},
	{"OnceAtTheSameTime", testOnceAtTheSameTime},

	{"Panic", testPanic},
	{"CancelledContext", testCancelledContext},
	{"CancelledOnceBegun", testCancelledOnceBegun},
	{"Unavailable", testUnavailable},
	{"Health", testHealth},
	{"EachMatch", testEachMatch},
	{"Close", testClose},
	{"OpenAgain", testOpenAgain},
}

// Run runs the suite.
func Run(t *testing.T, e Engine) {
	for _, tt := range conformanceTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t, e)
		})
	}
}

// open opens a store on a new database, which is checked and closed at the end
// of the test.
func (e Engine) open(t testing.TB) db.Store {
	t.Helper()
	return e.openPlace(t, e.New(t), time.Now)
}

// openAt works like open, for a store with its own clock.
func (e Engine) openAt(t testing.TB) (db.Store, *Clock) {
	t.Helper()
	c := NewClock()
	return e.openPlace(t, e.New(t), c.Now), c
}

// openTwo opens two stores on a new database, like two processes. It skips the test if an engine
// allows only one.
func (e Engine) openTwo(t testing.TB, now func() time.Time) (s, other db.Store) {
	t.Helper()
	if e.Alone {
		t.Skip("one store at a time")
	}
	place := e.New(t)
	return e.openPlace(t, place, now), e.openPlace(t, place, now)
}

func (e Engine) openPlace(t testing.TB, place string, now func() time.Time) db.Store {
	t.Helper()
	s := e.Open(t, place, now)
	t.Cleanup(func() {
		e.Check(t, s)
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}
