package handlers

import (
	"github.com/labstack/echo/v4"

	"tableronde/handlers/api"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/static"
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
	s.feedRoutes(e)

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
	get("/", s.people.GetHome)
	get("/tables", s.tables.GetTables)
	get("/new", s.tables.GetNew)
	post("/matches", s.tables.PostMatches)
	post("/solo", s.tables.PostSolo)
	get("/i/:token", s.tables.GetInvitation)
	post("/i/:token", s.tables.PostInvitation)
	e.Match(site.GetOrHead, "/m/:id", s.match.GetMatch, s.site.Session, sameOrigin, site.SetPrivate, s.site.Gate.Pass)
	post("/m/:id", s.match.PostAction)
	post("/m/:id/rematch", s.match.PostRematch)
	post("/m/:id/rematch/decline", s.match.PostDeclineRematch)
	s.tableRoutes(get, post)
	get("/m/:id/record", s.match.GetRecord)
	get("/m/:id/deal", s.match.GetDeal)
	get("/m/:id/orders", s.match.GetOrders)
	s.besideRoutes(get, post)
	post("/m/:id/orders", s.match.PostOrders)
	get("/m/:id/share", s.match.GetShare)
	post("/m/:id/share", s.match.PostShare)
	get("/w/:token", s.match.GetShared)
	get("/w/:token/record", s.match.GetRecord)
	get("/w/:token/deal", s.match.GetDeal)
	s.pictureRoutes(func(path string, h echo.HandlerFunc) {
		e.Match(site.GetOrHead, path, h, s.site.Session, sameOrigin, s.site.Gate.Pass) // these files have their own caching
	})
	e.Match(site.GetOrHead, "/m/:id/embed", s.match.GetEmbed, s.site.Gate.Pass) // no cookies
	e.Match(site.GetOrHead, "/events", s.site.GetEvents, s.site.Session, sameOrigin, site.SetPrivate)
	e.Match(site.GetOrHead, "/dictionary/:name", s.site.Dictionaries.Get)
	get("/setup", s.tables.GetSetup)
	get("/import", s.tables.GetImport)
	e.POST("/import", s.tables.PostImport, s.site.Session, sameOrigin, site.SetPrivate, grow, site.ParseForm, site.CheckMadeFor, s.site.Gate.Pass)
	get("/rules", s.learn.GetRules)
	get("/rules/:game", s.learn.GetGameRules)
	get("/rules/:game/digest", s.learn.GetDigest)
	get("/rules/:game/strategy", s.learn.GetStrategy)
	get("/learn", s.learn.GetLessons)
	get("/learn/:game/:step", s.learn.GetLesson)
	get("/puzzles", s.learn.GetPuzzles)
	get("/puzzles/own", s.learn.GetOwnPuzzles)
	get("/puzzles/own/next", s.learn.GetNextOwnPuzzle)
	get("/puzzles/own/:match/:ply", s.learn.GetOwnPuzzle)
	get("/puzzles/:game/next", s.learn.GetNextPuzzle)
	get("/puzzles/:game/:number", s.learn.GetPuzzle)
	get("/computer", s.learn.GetComputer)
	get("/computer/:game", s.learn.GetComputer)
	get("/help", s.learn.GetHelp)
	s.lookbackRoutes(get, post)
	s.collectionRoutes(get, post)
	s.cupRoutes(get, post)
	s.playerRoutes(get, post)
	return e, nil
}

// tableRoutes registers the routes of a table before its match begins.
func (s *Server) tableRoutes(get, post func(path string, h echo.HandlerFunc)) {
	post("/m/:id/join", s.tables.PostJoin)
	post("/m/:id/bots", s.tables.PostBots)
	post("/m/:id/start", s.tables.PostStart)
	get("/m/:id/challenge", s.tables.GetChallenge)
	post("/m/:id/challenge", s.tables.PostChallenge)
	get("/m/:id/invite", s.tables.GetInvite)
	post("/m/:id/withdraw", s.tables.PostWithdraw)
	post("/m/:id/invite", s.tables.PostInvite)
}

// besideRoutes registers the pages beside a match, for learning from it and for chat.
func (s *Server) besideRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/m/:id/review", s.learn.GetReview)
	get("/w/:token/review", s.learn.GetReview)
	get("/m/:id/messages", s.match.GetTalk)
	post("/m/:id/messages", s.match.PostTalk)
	get("/m/:id/notes", s.learn.GetRemarks)
	post("/m/:id/notes", s.learn.PostRemarks)
	get("/m/:id/analysis", s.learn.GetAnalysis)
	post("/m/:id/analysis", s.learn.PostAnalysis)
}

// playerRoutes registers the pages about the visitor.
func (s *Server) playerRoutes(get, post func(path string, h echo.HandlerFunc)) {
	post("/computer", s.tables.PostComputer)
	get("/me", s.people.GetMe)
	get("/me/turns", s.account.Settings.GetMyTurns)
	get("/me/standing", s.tables.GetStanding)
	post("/me/standing", s.tables.PostStanding)
	post("/me/standing/:id", s.tables.PostStandingOffer)
	get("/settings", s.account.Settings.GetSettings)
	post("/settings/tokens", s.account.Settings.PostToken)
	post("/settings/notices", s.account.Settings.PostNotices)
	post("/settings/notices/webhooks", s.account.Settings.PostWebhook)
	post("/settings/notices/push", s.account.Settings.PostPush)
	post("/settings/notices/test", s.account.Settings.PostTestTarget)
	post("/settings/notices/remove", s.account.Settings.PostRemoveTarget)
	post("/settings/people", s.match.PostTie)
	post("/settings/feeds", s.feeds.PostFeeds)
	get("/mute/:token", s.account.Settings.GetMute)
	post("/mute/:token", s.account.Settings.PostMute)
	get("/settings/leave", s.account.Leaving.GetLeave)
	post("/settings/export", s.account.Leaving.PostExport)
	post("/settings/leave", s.account.Leaving.PostLeave)
	post("/settings/tokens/revoke", s.account.Settings.PostRevokeToken)
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
	s.passkeyRoutes(post)
	get("/device", s.account.Devices.GetDevice)
	post("/device", s.account.Devices.PostDevice)
	post("/sessions", s.account.Settings.PostSessions)
	get("/link", s.account.Devices.GetLink)
	get("/link/:token", s.account.Devices.GetLink)
	post("/link", s.account.Devices.PostLink)
	post("/language", s.site.PostLanguage)
	post("/theme", s.site.PostTheme)
	post("/look", s.site.PostLook)
	post("/habits", s.site.PostHabits)
	post("/name", s.account.Settings.PostName)
	s.adminRoutes(get, post)
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

// lookbackRoutes registers the pages about matches of others: lists of live ones, ended ones, and
// their players.
func (s *Server) lookbackRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/watch", s.match.GetWatch)
	get("/m/:id/elsewhere", s.match.GetElsewhere)
	get("/w/:token/elsewhere", s.match.GetElsewhere)
	get("/archive", s.archive.GetArchive)
	get("/archive/openings", s.archive.GetOpenings)
	get("/ratings", s.people.GetRatings)
	get("/players/:id", s.people.GetProfile)
	get("/ladders", s.people.GetLadders)
	get("/ladders/:game", s.people.GetLadder)
	post("/ladders/:game", s.people.PostLadder)
}

// cupRoutes registers the pages of cups.
func (s *Server) cupRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/cups", s.cups.GetCups)
	post("/cups", s.cups.PostCups)
	get("/cups/new", s.cups.GetNewCup)
	get("/cups/:id", s.cups.GetCup)
	post("/cups/:id", s.cups.PostCup)
}

// feedRoutes registers the private feeds, for programs with a token.
func (s *Server) feedRoutes(e *echo.Echo) {
	e.Match(site.GetOrHead, "/feed/:token", s.feeds.GetFeed, s.site.Gate.Pass)
	e.Match(site.GetOrHead, "/calendar/:token", s.feeds.GetCalendar, s.site.Gate.Pass)
}

// adminRoutes registers the operators' pages. For everybody else these pages do not exist.
func (s *Server) adminRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/admin", s.admin.GetAdmin)
	post("/admin", s.admin.PostAdmin)
	get("/admin/m/:id/:seat", s.admin.GetViewed)
}

// collectionRoutes registers the pages of collections of annotated matches.
func (s *Server) collectionRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/collections", s.archive.GetCollections)
	post("/collections", s.archive.PostCollections)
	get("/collections/:id", s.archive.GetCollection)
	post("/collections/:id", s.archive.PostCollection)
	get("/collections/:id/:match", s.archive.GetNotes)
	post("/collections/:id/:match", s.archive.PostNotes)
	get("/m/:id/keep", s.archive.GetKeep)
	get("/w/:token/keep", s.archive.GetKeep)
	get("/m/:id/page", s.match.GetFile)
	get("/w/:token/page", s.match.GetFile)
}

// passkeyRoutes registers the JSON calls of static/passkey.js, and the form that removes a
// passkey.
func (s *Server) passkeyRoutes(post func(path string, h echo.HandlerFunc)) {
	post("/passkey/enter/start", site.ToScript(s.account.Passkeys.StartPasskeyEntry))
	post("/passkey/enter", site.ToScript(s.account.Passkeys.FinishPasskeyEntry))
	post("/passkey/make/start", site.ToScript(s.account.Passkeys.StartPasskeyMaking))
	post("/passkey/make", site.ToScript(s.account.Passkeys.FinishPasskeyMaking))
	post("/passkey/remove", s.account.Passkeys.PostPasskeyRemove)
}

// pictureRoutes registers the pictures of matches and positions: SVG of the board, and PNG for link
// previews. All take turn (the seat at the bottom), theme (light or dark) and lang (en or fr).
// Pictures of a match also take ply.
func (s *Server) pictureRoutes(get func(path string, h echo.HandlerFunc)) {
	for _, kind := range []string{"svg", "png"} {
		get("/m/:id/picture."+kind, s.match.GetPicture(kind))
		get("/i/:token/picture."+kind, s.match.GetInvitationPicture(kind))
		get("/w/:token/picture."+kind, s.match.GetPicture(kind))
		get("/rules/:game/picture."+kind, s.match.GetGamePicture(kind))
		get("/position."+kind, s.match.GetPositionPicture(kind))
	}
	get("/m/:id/moving.svg", s.match.GetMoving)
	get("/w/:token/moving.svg", s.match.GetMoving)
}
