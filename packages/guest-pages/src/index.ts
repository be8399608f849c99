export { type GuestPagesOptions, guestPages } from './guest-pages.ts';
export type { AppLinks } from './pages/app-links.ts';
export type { HomePlace } from './pages/home-place.ts';
export { accentsOf } from './style/brand-colors.ts';
export type { Brand } from './views/layout.ts';
