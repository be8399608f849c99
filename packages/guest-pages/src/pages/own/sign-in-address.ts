/** A path of this service with its query; no address of another one, whatever browsers make of it. */
const local = /^\/(?!\/)[!-[\]-~]{0,2000}$/;

/** Where to go back to after a sign-in or sign-out; null for what is no path of the service. */
export const backPath = (text: string): string | null => (local.test(text) ? text : null);

/** The address of the sign-in, which leads back to a path. */
export const signInAddress = (back: string): string =>
  `/sign-in?back=${encodeURIComponent(backPath(back) ?? '/')}`;
