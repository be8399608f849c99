export { type App, type AppNeeds, type AppSettings, buildApp } from './build-app.ts';
