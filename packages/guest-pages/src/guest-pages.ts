import type { FormReceipts, OperatorContact } from '@event-platform/domain';
import { type App, type Pages, type PagesContext, rateLimits } from '@event-platform/http';
import { formParser } from './forms/form-fields.ts';
import { formTokens } from './forms/form-token.ts';
import { guestReceipts } from './forms/guest-receipts.ts';
import { answerOnce, findAnswer } from './forms/receipts.ts';
import { about } from './pages/about.ts';
import { type AppLinks, appLinksFiles } from './pages/app-links.ts';
import { emailLinkPage } from './pages/email-link-page.ts';
import { eventPages } from './pages/event-pages.ts';
import { guestCookie } from './pages/guest/guest-cookie.ts';
import type { GuestDependencies } from './pages/guest/guest-dependencies.ts';
import { guestErrors, notFoundPage } from './pages/guest/guest-errors.ts';
import { guestHeaders } from './pages/guest/guest-headers.ts';
import { pagePictures } from './pages/guest/page-policy.ts';
import { phoneCountries } from './pages/guest/phone-countries.ts';
import { homePage } from './pages/home/home-page.ts';
import type { HomePlace } from './pages/home-place.ts';
import { invitationPages } from './pages/invitation-pages.ts';
import { signInPage } from './pages/my/sign-in-page.ts';
import { noticeSettingsPage } from './pages/notice-settings-page.ts';
import { pictureForms } from './pages/own/picture-forms.ts';
import { problemPages } from './pages/problem-pages.ts';
import { securityText } from './pages/security-text.ts';
import { signOut } from './pages/sign-out.ts';
import { myPages, organisePages } from './pages/signed-in-pages.ts';
import { siteManifest } from './pages/site-manifest.ts';
import { sitemapPages } from './pages/sitemap-pages.ts';
import { unsubscribePage } from './pages/unsubscribe-page.ts';
import { scriptFiles } from './scripts/scripts.ts';
import { assets, stylePath } from './style/assets.ts';
import type { Brand, Site } from './views/layout.ts';

export interface GuestPagesOptions {
  /** Name, colour and logo. */
  readonly brand: Brand;
  /** The builder's apps, which open the same links. */
  readonly appLinks: AppLinks;
  /** Keys of the tokens in forms, each of at least 32 bytes; the first issues, all verify. */
  readonly formSecrets: readonly Buffer[];
  /** Where the home page starts for visitors whose place cannot be guessed; everywhere when absent. */
  readonly homePlace?: HomePlace | null;
  /** Whose national phone numbers pages read unless the guest chooses another (ISO 3166-1 alpha-2). */
  readonly homeCountry?: string | null;
  /** Remembers answered forms, for all replicas together. */
  readonly formReceipts: FormReceipts;
  /** How prices are paid, in a language of the operator's; null says that it is at the door or to the organizer. */
  readonly priceNote?: string | null;
  /** Linked from every page; nothing by default. */
  readonly contact?: OperatorContact;
  /** Whether there are pages for organizers; true when absent. */
  readonly hasOrganiserPages?: boolean;
}

const noContact: OperatorContact = { email: null, imprintUrl: null, privacyUrl: null, termsUrl: null };

/**
 * The web site for guests, as the `pages` of `buildApp`.
 * @throws {RangeError} from `buildApp`, for a key that is too short
 */
export const guestPages =
  ({
    brand,
    appLinks,
    formSecrets,
    formReceipts,
    homePlace = null,
    homeCountry = null,
    priceNote = null,
    contact = noContact,
    hasOrganiserPages = true,
  }: GuestPagesOptions) =>
  (context: PagesContext): Pages => {
    const { settings, links, clock } = context;
    const { currency, publicUrl } = settings;
    const { basePath } = links;
    const styleUrl = `${basePath}${stylePath(brand.color)}`;
    const hasApps = appLinks.apple.length > 0 || appLinks.android.length > 0;
    const { picture } = links;
    const site: Site = {
      brand,
      contact,
      publicUrl,
      basePath,
      picture,
      currency,
      priceNote,
      hasApps,
      styleUrl,
      hasOrganiserPages,
    };
    const guests: GuestDependencies = {
      ...context,
      site,
      tokens: formTokens(formSecrets, clock),
      answerOnce: answerOnce(formReceipts, clock),
      findAnswer: findAnswer(formReceipts, clock),
      homePlace,
      phoneCountries: phoneCountries(context.domain.listPhoneCountries(), homeCountry),
      guestReceipts: guestReceipts(formSecrets),
      guestCookie: guestCookie(formSecrets, publicUrl),
    };
    return {
      notFound: notFoundPage(guests),
      routes: async (app) => {
        app.decorate('pagePictures', pagePictures(site));
        await app.register(linkedPages, guests); //                  GET /, /e/*, /i/*, /sitemap.xml
        await app.register(unsubscribePage, guests); //              GET, POST /u/:token
        await app.register(appLinksFiles, { appLinks, basePath }); // GET /.well-known/*
        await app.register(securityText, { contact, clock }); //     GET /.well-known/security.txt
        await app.register(siteManifest, { site }); //               GET /manifest.webmanifest
        await app.register(about, guests); //                        GET /about
        await app.register(assets, { brandColor: brand.color }); //  GET /assets/*, /favicon.ico
        await app.register(scriptFiles); //                          GET /assets/*.js
        await app.register(problemPages, guests); //                 GET /problems, /problems/:code
      },
    };
  };

/** The pages for people with a link. Only their forms change anything: programs follow links, too. */
const linkedPages = async (app: App, guests: GuestDependencies): Promise<void> => {
  await app.register(guestHeaders, guests); //  onRequest, onSend
  await app.register(guestErrors, guests); //   onRequest
  await app.register(formParser); //            body parser
  await app.register(pictureForms, guests); //  body parser
  await app.register(rateLimits, guests); //    onRequest or preValidation
  await app.register(homePage, guests); //        GET /
  await app.register(eventPages, guests); //      GET /e/:id, /e/:id/calendar.ics, POST /e/:id/code, /e/:id/rsvp
  await app.register(signInPage, guests); //      GET, POST /sign-in, POST /sign-in/code
  await app.register(signOut, guests); //         POST /sign-out
  await app.register(myPages, guests); //         /my/*, /e/:id/check-in
  if (guests.site.hasOrganiserPages) await app.register(organisePages, guests); // /organise/*
  await app.register(noticeSettingsPage, guests); // GET /notice-settings, POST …/code, …/enter, …/save
  await app.register(emailLinkPage, guests); //   GET, POST /email/:token
  await app.register(sitemapPages, guests); //    GET /sitemap.xml, /sitemap/:part, /robots.txt
  await app.register(invitationPages, guests); // the same for /i/:token, with accept and decline
};
