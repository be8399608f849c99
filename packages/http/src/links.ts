/** Every URL of the service that responses contain. */
export interface Links {
  readonly home: string;
  /** The path prefix of all the service's URLs; empty when the service is at the root of its host. */
  readonly basePath: string;
  readonly event: (id: string) => string;
  readonly eventPage: (id: string) => string;
  /** The URL of a user's picture, or of the default one. */
  readonly avatar: (own: string | null) => string;
  /** The URL of an event's picture, or of the default one. */
  readonly cover: (own: string | null) => string;
  readonly invitation: (token: string) => string;
  readonly calendarFeed: (token: string) => string;
  readonly problem: (code: string) => string;
  readonly documentation: string;
  readonly openApi: string;
}

export const linksOf = (publicUrl: string): Links => ({
  home: publicUrl,
  basePath: new URL(publicUrl).pathname.replace(/\/$/, ''),
  event: (id) => `${publicUrl}/v1/events/${id}`,
  eventPage: (id) => `${publicUrl}/e/${id}`,
  avatar: (own) => own ?? `${publicUrl}/assets/avatar.svg`,
  cover: (own) => own ?? `${publicUrl}/assets/cover.svg`,
  invitation: (token) => `${publicUrl}/i/${token}`,
  calendarFeed: (token) => `${publicUrl}/v1/calendars/${token}/events.ics`,
  problem: (code) => `${publicUrl}/problems/${code}`,
  documentation: `${publicUrl}/docs/`,
  openApi: `${publicUrl}/openapi.json`,
});
