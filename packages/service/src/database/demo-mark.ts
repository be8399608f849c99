import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that says that a new embedded database has no demo data yet; it outlasts a first start that is killed. */
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
