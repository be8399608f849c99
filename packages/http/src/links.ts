import { type PictureFileName, referredPicture } from '@event-platform/domain';

/** Every URL of the service that responses contain, and the currency of their prices. */
export interface Links {
  /** ISO 4217. */
  readonly currency: string;
  readonly home: string;
  /** The path prefix of all the service's URLs; empty when the service is at the root of its host. */
  readonly basePath: string;
  readonly event: (id: string) => string;
  readonly eventPage: (id: string) => string;
  /** The URL of a user's picture, or of the default one. */
  readonly avatar: (own: string | null) => string;
  /** The URL of an event's picture, or of the default one. */
  readonly cover: (own: string | null) => string;
  /** The URL of a file of a picture of the service. */
  readonly picture: (id: string, file: PictureFileName) => string;
  readonly invitation: (token: string) => string;
  readonly calendarFeed: (token: string) => string;
  readonly problem: (code: string) => string;
  readonly documentation: string;
  readonly openApi: string;
}

/** @param picturesUrl where the files of pictures are */
export const linksOf = (
  publicUrl: string,
  currency: string,
  picturesUrl = `${publicUrl}/pictures`,
): Links => {
  const picture: Links['picture'] = (id, file) => `${picturesUrl}/${id}/${file}`;
  const pictureUrl = (own: string | null, usual: string): string => {
    const referred = referredPicture(own);
    return referred ? picture(referred.id, 'large.webp') : (own ?? `${publicUrl}/assets/${usual}.svg`);
  };
  return {
    currency,
    home: publicUrl,
    basePath: new URL(publicUrl).pathname.replace(/\/$/, ''),
    event: (id) => `${publicUrl}/v1/events/${id}`,
    eventPage: (id) => `${publicUrl}/e/${id}`,
    avatar: (own) => pictureUrl(own, 'avatar'),
    cover: (own) => pictureUrl(own, 'cover'),
    picture,
    invitation: (token) => `${publicUrl}/i/${token}`,
    calendarFeed: (token) => `${publicUrl}/v1/calendars/${token}/events.ics`,
    problem: (code) => `${publicUrl}/problems/${code}`,
    documentation: `${publicUrl}/docs/`,
    openApi: `${publicUrl}/openapi.json`,
  };
};
