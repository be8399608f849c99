// Runs these tests in one process: each would load the whole service.
// `npx tap path/to/x.test.ts` runs one file.
await import('./documentation.test.ts');
await import('./examples.test.ts');
await import('./walk.test.ts');
