package handlers

import (
	"github.com/labstack/echo/v4"

	"tableronde/handlers/api"
	clubmatch "tableronde/handlers/club/match"
	clubtables "tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/static"
	"tableronde/views"
)

// routes registers the pages, forms and files of the site.
func (s *Server) routes() (*echo.Echo, error) {
	sameOrigin, err := s.site.SameOrigin()
	if err != nil {
		return nil, err
	}
	e, err := s.newEcho()
	if err != nil {
		return nil, err
	}

	e.Match(site.GetOrHead, "/healthz", s.site.GetHealth)
	e.Match(site.GetOrHead, "/readyz", s.site.GetReady)
	e.Match(site.GetOrHead, "/static/*", echo.WrapHandler(static.Handler()))
	site.WellKnownRoutes(e)
	site.WorkerRoutes(e)
	e.Match(site.GetOrHead, "/feed/:token", s.feeds.GetFeed, s.site.Gate.Pass) // for programs with a token
	e.Match(site.GetOrHead, "/calendar/:token", s.feeds.GetCalendar, s.site.Gate.Pass)

	s.site.API.Routes(e.Group(api.Path))

	// Not an echo group: a group with middleware adds a route for every path, and then a wrong
	// method gets 404 instead of 405.
	get := func(path string, h echo.HandlerFunc) {
		e.Match(site.GetOrHead, path, h, s.site.Session, sameOrigin, site.SetPrivate, s.site.Gate.Pass)
	}
	grow := s.growth.Bound(func(c echo.Context) string { player, _ := site.PlayerFrom(c); return player.ID })
	post := func(path string, h echo.HandlerFunc) {
		e.POST(path, h, s.site.Session, sameOrigin, site.SetPrivate, grow, site.ParseForm, site.CheckMadeFor)
	}
	page := func(path string, h func(echo.Context, views.Page) error) { get(path, s.site.WithPage(h)) }
	host, seated := site.ByPlayer(clubtables.ErrNotHost), site.ByPlayer(clubmatch.ErrNoSeat)
	named, settled := site.ByPlayer(site.ErrNoPlayer), site.ByPlayerElse("/settings")

	page("/", s.people.GetHome)

	// Tables before their matches begin.
	page("/tables", s.tables.GetTables)
	page("/new", s.tables.GetNew)
	post("/matches", s.tables.PostMatches)
	post("/solo", s.tables.PostSolo)
	post("/computer", s.tables.PostComputer)
	get("/i/:token", s.tables.GetInvitation)
	post("/i/:token", s.tables.PostInvitation)
	post("/m/:id/join", s.tables.PostJoin)
	post("/m/:id/bots", host(s.tables.PostBots))
	post("/m/:id/start", host(s.tables.PostStart))
	get("/m/:id/challenge", s.tables.GetChallenge)
	post("/m/:id/challenge", named(s.tables.PostChallenge))
	get("/m/:id/invite", s.tables.GetInvite)
	post("/m/:id/withdraw", host(s.tables.PostWithdraw))
	post("/m/:id/invite", host(s.tables.PostInvite))
	page("/me/standing", s.tables.GetStanding)
	post("/me/standing", s.tables.PostStanding)
	post("/me/standing/:id", named(s.tables.PostStandingOffer))
	page("/setup", s.tables.GetSetup)
	get("/import", s.tables.GetImport)
	e.POST("/import", s.tables.PostImport, s.site.Session, sameOrigin, site.SetPrivate, grow, site.ParseForm, site.CheckMadeFor, s.site.Gate.Pass)

	// Matches.
	get("/m/:id", s.match.GetMatch)
	post("/m/:id", seated(s.match.PostAction))
	post("/m/:id/rematch", seated(s.match.PostRematch))
	post("/m/:id/rematch/decline", seated(s.match.PostDeclineRematch))
	get("/m/:id/orders", seated(s.match.GetOrders))
	post("/m/:id/orders", seated(s.match.PostOrders))
	get("/m/:id/messages", s.match.GetTalk)
	post("/m/:id/messages", named(s.match.PostTalk))
	get("/m/:id/share", s.match.GetShare)
	post("/m/:id/share", seated(s.match.PostShare))
	get("/w/:token", s.match.GetShared)
	page("/watch", s.match.GetWatch)
	e.Match(site.GetOrHead, "/m/:id/embed", s.match.GetEmbed, s.site.Gate.Pass) // no cookies
	e.Match(site.GetOrHead, "/events", s.site.GetEvents, s.site.Session, sameOrigin, site.SetPrivate)
	e.Match(site.GetOrHead, "/dictionary/:name", s.site.Dictionaries.Get)

	// Matches by their address or by a shared link.
	for _, match := range []string{"/m/:id", "/w/:token"} {
		get(match+"/record", s.match.GetRecord)
		get(match+"/deal", s.match.GetDeal)
		get(match+"/elsewhere", s.match.GetElsewhere)
		get(match+"/page", s.match.GetFile)
		get(match+"/review", s.learn.GetReview)
		get(match+"/keep", s.archive.GetKeep)
	}

	// Pictures: SVG of the board, and PNG for link previews. All take turn (the seat at the bottom),
	// theme (light or dark) and lang (en or fr). Pictures of a match also take ply.
	picture := func(path string, h echo.HandlerFunc) { // with its own caching
		e.Match(site.GetOrHead, path, h, s.site.Session, sameOrigin, s.site.Gate.Pass)
	}
	for _, kind := range []string{"svg", "png"} {
		picture("/m/:id/picture."+kind, s.match.GetPicture(kind))
		picture("/i/:token/picture."+kind, s.match.GetInvitationPicture(kind))
		picture("/w/:token/picture."+kind, s.match.GetPicture(kind))
		picture("/rules/:game/picture."+kind, s.match.GetGamePicture(kind))
		picture("/position."+kind, s.match.GetPositionPicture(kind))
	}
	picture("/m/:id/moving.svg", s.match.GetMoving)
	picture("/w/:token/moving.svg", s.match.GetMoving)

	// Learning: from rules, from the computer and from a match.
	page("/rules", s.learn.GetRules)
	get("/rules/:game", s.learn.GetGameRules)
	get("/rules/:game/digest", s.learn.GetDigest)
	get("/rules/:game/strategy", s.learn.GetStrategy)
	page("/learn", s.learn.GetLessons)
	get("/learn/:game/:step", s.learn.GetLesson)
	page("/puzzles", s.learn.GetPuzzles)
	get("/puzzles/own", s.learn.GetOwnPuzzles)
	get("/puzzles/own/next", s.learn.GetNextOwnPuzzle)
	get("/puzzles/own/:match/:ply", s.learn.GetOwnPuzzle)
	get("/puzzles/:game/next", s.learn.GetNextPuzzle)
	get("/puzzles/:game/:number", s.learn.GetPuzzle)
	get("/computer", s.learn.GetComputer)
	get("/computer/:game", s.learn.GetComputer)
	page("/help", s.learn.GetHelp)
	get("/m/:id/notes", s.learn.GetRemarks)
	post("/m/:id/notes", named(s.learn.PostRemarks))
	get("/m/:id/analysis", s.learn.GetAnalysis)
	post("/m/:id/analysis", named(s.learn.PostAnalysis))

	// Ended matches, openings, collections of annotated matches, cups, and the players.
	page("/archive", s.archive.GetArchive)
	page("/archive/openings", s.archive.GetOpenings)
	get("/collections", s.archive.GetCollections)
	post("/collections", named(s.archive.PostCollections))
	get("/collections/:id", s.archive.GetCollection)
	post("/collections/:id", named(s.archive.PostCollection))
	get("/collections/:id/:match", s.archive.GetNotes)
	post("/collections/:id/:match", named(s.archive.PostNotes))
	page("/cups", s.cups.GetCups)
	post("/cups", s.cups.PostCups)
	get("/cups/new", s.cups.GetNewCup)
	get("/cups/:id", s.cups.GetCup)
	post("/cups/:id", s.cups.PostCup)
	page("/ratings", s.people.GetRatings)
	page("/players/:id", s.people.GetProfile)
	page("/ladders", s.people.GetLadders)
	get("/ladders/:game", s.people.GetLadder)
	post("/ladders/:game", s.people.PostLadder)

	// The visitor.
	page("/me", s.people.GetMe)
	get("/me/turns", s.account.Settings.GetMyTurns)
	get("/settings", s.account.Settings.GetSettings)
	post("/settings/tokens", settled(s.account.Settings.PostToken))
	post("/settings/notices", settled(s.account.Settings.PostNotices))
	post("/settings/notices/webhooks", settled(s.account.Settings.PostWebhook))
	post("/settings/notices/push", s.account.Settings.PostPush)
	post("/settings/notices/test", settled(s.account.Settings.PostTestTarget))
	post("/settings/notices/remove", settled(s.account.Settings.PostRemoveTarget))
	post("/settings/people", named(s.match.PostTie))
	post("/settings/feeds", settled(s.feeds.PostFeeds))
	get("/mute/:token", s.account.Settings.GetMute)
	post("/mute/:token", s.account.Settings.PostMute)
	get("/settings/leave", settled(s.account.Leaving.GetLeave))
	post("/settings/export", settled(s.account.Leaving.PostExport))
	post("/settings/leave", settled(s.account.Leaving.PostLeave))
	post("/settings/tokens/revoke", settled(s.account.Settings.PostRevokeToken))
	get("/sign-in", s.account.SignIn.GetSignIn)
	post("/sign-in", s.account.SignIn.PostSignIn)
	post("/sign-out", s.account.SignIn.PostSignOut)
	get("/proof", s.account.Proof.GetProof)
	post("/proof", s.account.Proof.PostProof)
	post("/account", s.account.SignIn.PostAccount)
	post("/account/password", s.account.Settings.PostPassword)
	post("/account/address", s.account.Settings.PostAddress)
	post("/mail", s.account.SignIn.PostMail)
	get("/mail/:token", s.account.SignIn.GetMail)
	post("/mail/:token", s.account.SignIn.PostLetter)
	get("/device", s.account.Devices.GetDevice)
	post("/device", site.ByPlayerElse("/device")(s.account.Devices.PostDevice))
	post("/sessions", settled(s.account.Settings.PostSessions))
	get("/link", s.account.Devices.GetLink)
	get("/link/:token", s.account.Devices.GetLink)
	post("/link", s.account.Devices.PostLink)
	post("/language", s.site.PostLanguage)
	post("/theme", s.site.PostTheme)
	post("/look", s.site.PostLook)
	post("/habits", s.site.PostHabits)
	post("/name", s.account.Settings.PostName)

	// The JSON calls of static/passkey.js, and the form that removes a passkey.
	post("/passkey/enter/start", site.ToScript(s.account.Passkeys.StartPasskeyEntry))
	post("/passkey/enter", site.ToScript(s.account.Passkeys.FinishPasskeyEntry))
	post("/passkey/make/start", site.ToScript(s.account.Passkeys.StartPasskeyMaking))
	post("/passkey/make", site.ToScript(s.account.Passkeys.FinishPasskeyMaking))
	post("/passkey/remove", s.account.Passkeys.PostPasskeyRemove)

	// The operators' pages, which for everybody else do not exist.
	get("/admin", s.admin.GetAdmin)
	post("/admin", s.admin.PostAdmin)
	get("/admin/m/:id/:seat", s.admin.GetViewed)
	return e, nil
}

// newEcho returns a router with the middleware for all requests.
func (s *Server) newEcho() (*echo.Echo, error) {
	compressed, err := site.Compress(s.site.Dictionaries)
	if err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.site.AnswerError
	e.IPExtractor = s.site.ClientIP
	e.Use(s.site.Health.CloseWhenStopping, s.site.Observe, compressed, web.NewOnWay(static.Prefix).Bound, site.PrintableHeaders, site.SecureHeaders(s.site.Secure),
		s.site.CheckHost, site.LimitBody, s.site.Health.Gate)
	return e, nil
}
