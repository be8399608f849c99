// Runs the tests of the documentation and of the examples in one process: each would load the whole service.
// `npx tap path/to/x.test.ts` runs one file.
await import('./documentation.test.ts');
await import('./examples.test.ts');
