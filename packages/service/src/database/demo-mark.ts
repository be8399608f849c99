import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Remembers that a new embedded database still waits for its demo data, also when the first start is killed. */
export interface DemoMark {
  isSet(): boolean;
  set(): void;
  clear(): void;
}

export const demoMark = (dataDir: string): DemoMark => {
  const path = join(dataDir, 'demo-data-pending');
  return {
    isSet: () => existsSync(path),
    set: () => {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(path, '');
    },
    clear: () => rmSync(path, { force: true }),
  };
};
