package handlers

import (
	"github.com/labstack/echo/v4"

	"tableronde/handlers/api"
	"tableronde/handlers/web"
	"tableronde/static"
)

// routes registers the pages, forms and files of the site.
func (s *Server) routes() (*echo.Echo, error) {
	sameOrigin, err := s.sameOrigin()
	if err != nil {
		return nil, err
	}
	e, err := s.newEcho()
	if err != nil {
		return nil, err
	}

	e.Match(getOrHead, "/healthz", s.getHealth)
	e.Match(getOrHead, "/readyz", s.getReady)
	e.Match(getOrHead, "/static/*", echo.WrapHandler(static.Handler()))
	wellKnownRoutes(e)
	workerRoutes(e)
	s.feedRoutes(e)

	s.api.Routes(e.Group(api.Path))

	// No group: echo gives a group with middleware a route for every path, and
	// a wrong method would be answered with 404.
	get := func(path string, h echo.HandlerFunc) {
		e.Match(getOrHead, path, h, s.session, sameOrigin, setPrivate, s.gate.Pass)
	}
	grow := s.growth.Bound(func(c echo.Context) string { player, _ := playerFrom(c); return player.ID })
	post := func(path string, h echo.HandlerFunc) {
		e.POST(path, h, s.session, sameOrigin, setPrivate, grow, parseForm, checkMadeFor)
	}
	get("/", s.getHome)
	get("/tables", s.getTables)
	get("/new", s.getNew)
	post("/matches", s.postMatches)
	post("/solo", s.postSolo)
	get("/i/:token", s.getInvitation)
	post("/i/:token", s.postInvitation)
	e.Match(getOrHead, "/m/:id", s.getMatch, s.session, sameOrigin, setPrivate, s.gate.Pass)
	post("/m/:id", s.postAction)
	post("/m/:id/rematch", s.postRematch)
	post("/m/:id/rematch/decline", s.postDeclineRematch)
	s.tableRoutes(get, post)
	get("/m/:id/record", s.getRecord)
	get("/m/:id/deal", s.getDeal)
	get("/m/:id/orders", s.getOrders)
	s.besideRoutes(get, post)
	post("/m/:id/orders", s.postOrders)
	get("/m/:id/share", s.getShare)
	post("/m/:id/share", s.postShare)
	get("/w/:token", s.getShared)
	get("/w/:token/record", s.getRecord)
	get("/w/:token/deal", s.getDeal)
	s.pictureRoutes(func(path string, h echo.HandlerFunc) {
		e.Match(getOrHead, path, h, s.session, sameOrigin, s.gate.Pass) // they have caching of their own
	})
	e.Match(getOrHead, "/m/:id/embed", s.getEmbed, s.gate.Pass) // without cookies
	e.Match(getOrHead, "/events", s.getEvents, s.session, sameOrigin, setPrivate)
	get("/setup", s.getSetup)
	get("/import", s.getImport)
	e.POST("/import", s.postImport, s.session, sameOrigin, setPrivate, grow, parseForm, checkMadeFor, s.gate.Pass)
	get("/rules", s.getRules)
	get("/rules/:game", s.getGameRules)
	s.lookbackRoutes(get, post)
	s.collectionRoutes(get, post)
	s.cupRoutes(get, post)
	s.playerRoutes(get, post)
	return e, nil
}

// tableRoutes registers what is done with a table before its match begins.
func (s *Server) tableRoutes(get, post func(path string, h echo.HandlerFunc)) {
	post("/m/:id/join", s.postJoin)
	post("/m/:id/bots", s.postBots)
	post("/m/:id/start", s.postStart)
	get("/m/:id/challenge", s.getChallenge)
	post("/m/:id/challenge", s.postChallenge)
	get("/m/:id/invite", s.getInvite)
	post("/m/:id/withdraw", s.postWithdraw)
	post("/m/:id/invite", s.postInvite)
}

// besideRoutes registers what is done beside a match: learning from it, and talking.
func (s *Server) besideRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/m/:id/review", s.getReview)
	get("/w/:token/review", s.getReview)
	get("/m/:id/messages", s.getTalk)
	post("/m/:id/messages", s.postTalk)
	get("/m/:id/notes", s.getRemarks)
	post("/m/:id/notes", s.postRemarks)
	get("/m/:id/analysis", s.getAnalysis)
	post("/m/:id/analysis", s.postAnalysis)
}

// playerRoutes registers what is about the visitor alone.
func (s *Server) playerRoutes(get, post func(path string, h echo.HandlerFunc)) {
	post("/computer", s.postComputer)
	get("/me", s.getMe)
	get("/me/turns", s.getMyTurns)
	get("/me/standing", s.getStanding)
	post("/me/standing", s.postStanding)
	post("/me/standing/:id", s.postStandingOffer)
	get("/settings", s.getSettings)
	post("/settings/tokens", s.postToken)
	post("/settings/notices", s.postNotices)
	post("/settings/notices/webhooks", s.postWebhook)
	post("/settings/notices/push", s.postPush)
	post("/settings/notices/test", s.postTestTarget)
	post("/settings/notices/remove", s.postRemoveTarget)
	post("/settings/people", s.postTie)
	post("/settings/feeds", s.postFeeds)
	get("/mute/:token", s.getMute)
	post("/mute/:token", s.postMute)
	get("/settings/leave", s.getLeave)
	post("/settings/export", s.postExport)
	post("/settings/leave", s.postLeave)
	post("/settings/tokens/revoke", s.postRevokeToken)
	get("/sign-in", s.getSignIn)
	post("/sign-in", s.postSignIn)
	post("/sign-out", s.postSignOut)
	get("/proof", s.getProof)
	post("/proof", s.postProof)
	post("/account", s.postAccount)
	post("/account/password", s.postPassword)
	post("/account/address", s.postAddress)
	post("/mail", s.postMail)
	get("/mail/:token", s.getMail)
	post("/mail/:token", s.postLetter)
	s.passkeyRoutes(post)
	get("/device", s.getDevice)
	post("/device", s.postDevice)
	post("/sessions", s.postSessions)
	get("/link", s.getLink)
	get("/link/:token", s.getLink)
	post("/link", s.postLink)
	post("/language", s.postLanguage)
	post("/theme", s.postTheme)
	post("/habits", s.postHabits)
	post("/name", s.postName)
	s.adminRoutes(get, post)
}

// newEcho returns a router with what every request passes through.
func (s *Server) newEcho() (*echo.Echo, error) {
	inGzip, err := compress()
	if err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.answerError
	e.IPExtractor = s.clientIP
	e.Use(s.health.closeWhenStopping, s.observe, inGzip, web.NewOnWay(static.Prefix).Bound, printableHeaders, secureHeaders(s.secure),
		s.checkHost, limitBody, s.health.gate)
	return e, nil
}

// lookbackRoutes registers the pages for those who look at matches of others: several at
// once, those that have ended, and those who played them.
func (s *Server) lookbackRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/watch", s.getWatch)
	get("/m/:id/elsewhere", s.getElsewhere)
	get("/w/:token/elsewhere", s.getElsewhere)
	get("/archive", s.getArchive)
	get("/archive/openings", s.getOpenings)
	get("/ratings", s.getRatings)
	get("/players/:id", s.getProfile)
	get("/ladders", s.getLadders)
	get("/ladders/:game", s.getLadder)
	post("/ladders/:game", s.postLadder)
}

// cupRoutes registers the pages of cups.
func (s *Server) cupRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/cups", s.getCups)
	post("/cups", s.postCups)
	get("/cups/new", s.getNewCup)
	get("/cups/:id", s.getCup)
	post("/cups/:id", s.postCup)
}

// feedRoutes registers the private feeds, which are for programs that bring a token.
func (s *Server) feedRoutes(e *echo.Echo) {
	e.Match(getOrHead, "/feed/:token", s.getFeed, s.gate.Pass)
	e.Match(getOrHead, "/calendar/:token", s.getCalendar, s.gate.Pass)
}

// adminRoutes registers the operators' pages, which nobody else can tell from none.
func (s *Server) adminRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/admin", s.getAdmin)
	post("/admin", s.postAdmin)
	get("/admin/m/:id/:seat", s.getViewed)
}

// collectionRoutes registers the pages of collections of annotated matches.
func (s *Server) collectionRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/collections", s.getCollections)
	post("/collections", s.postCollections)
	get("/collections/:id", s.getCollection)
	post("/collections/:id", s.postCollection)
	get("/collections/:id/:match", s.getNotes)
	post("/collections/:id/:match", s.postNotes)
	get("/m/:id/keep", s.getKeep)
	get("/w/:token/keep", s.getKeep)
	get("/m/:id/page", s.getFile)
	get("/w/:token/page", s.getFile)
}

// passkeyRoutes registers what static/passkey.js asks for, in JSON, and the form that
// removes a passkey.
func (s *Server) passkeyRoutes(post func(path string, h echo.HandlerFunc)) {
	post("/passkey/enter/start", toScript(s.startPasskeyEntry))
	post("/passkey/enter", toScript(s.finishPasskeyEntry))
	post("/passkey/make/start", toScript(s.startPasskeyMaking))
	post("/passkey/make", toScript(s.finishPasskeyMaking))
	post("/passkey/remove", s.postPasskeyRemove)
}

// pictureRoutes registers the pictures of matches and positions: SVG of the board,
// and PNG for the preview of a link. All take turn (the seat at the bottom), theme
// (light or dark) and lang (en or fr); those of a match take ply.
func (s *Server) pictureRoutes(get func(path string, h echo.HandlerFunc)) {
	for _, kind := range []string{"svg", "png"} {
		get("/m/:id/picture."+kind, s.getPicture(kind))
		get("/i/:token/picture."+kind, s.getInvitationPicture(kind))
		get("/w/:token/picture."+kind, s.getSharedPicture(kind))
		get("/rules/:game/picture."+kind, s.getGamePicture(kind))
		get("/position."+kind, s.getPositionPicture(kind))
	}
	get("/m/:id/moving.svg", s.getMoving)
	get("/w/:token/moving.svg", s.getMoving)
}
