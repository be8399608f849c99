import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type Clock,
  DomainError,
  isPicturePlace,
  type PictureStore,
  pictureFileNames,
} from '@event-platform/domain';

const retryAfterSeconds = 60;
/** For what is being received, beside the pictures: moving a file on one disk copies nothing. */
const uploadsName = '.uploads';
/** Who wrote here last. A folder without it is not the one that pictures are in, such as one that is not mounted. */
const markerName = '.host';
const sharedForMs = 24 * 60 * 60_000;
/** What is being written or received. */
const temporaryName = /^(?:\.put-|\.uploads\/upload-)[\da-f-]{36}$/;

export const uploadsFolder = (folder: string): string => join(folder, uploadsName);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** A full disk, or one that nobody may write to, is the operator's to mend. */
const unavailable = (error: unknown): DomainError =>
  new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause: error });

/** Pictures in a folder, each in one of its own, whose name says all that the service needs to find it. */
export const diskPictureStore = (folder: string, url: string): PictureStore => {
  const at = (place: string): string => join(folder, place);
  const namesIn = async (parent: string): Promise<readonly string[]> =>
    (await readdir(at(parent))).map((name) => join(parent, name));

  return {
    put: async (place, files) => {
      const building = at(`.put-${randomUUID()}`);
      try {
        await mkdir(building);
        for (const name of pictureFileNames)
          await writeFile(join(building, name), files[name], { flush: true });
        await rename(building, at(place));
      } catch (error) {
        await rm(building, { recursive: true, force: true });
        throw unavailable(error);
      }
    },
    delete: async (place) => {
      await rm(at(place), { recursive: true, force: true });
    },
    move: async (from, to) => {
      try {
        await rename(at(from), at(to));
        return true;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      }
    },
    list: async function* () {
      await access(at(markerName)).catch((cause: unknown) => {
        throw new Error(`${folder} is not the folder of the pictures`, { cause });
      });
      const names = [...(await namesIn('')), ...(await namesIn(uploadsName))];
      for (const place of names.filter((name) => isPicturePlace(name) || temporaryName.test(name))) {
        const found = await stat(at(place)).catch(() => null);
        if (found) yield { place, writtenAt: found.mtime };
      }
    },
    url: (id, file) => `${url}/${id}/${file}`,
  };
};

/**
 * Makes the folder and says that this host writes to it. Returns a warning where pictures cannot be kept, or where another host
 * did so within a day: they have to share it.
 */
export const claimFolder = async (
  folder: string,
  clock: Clock,
  host = hostname(),
): Promise<string | null> => {
  try {
    await mkdir(uploadsFolder(folder), { recursive: true });
    const marker = join(folder, markerName);
    const [other = '', time = ''] = (await readFile(marker, 'utf8').catch(() => '')).split('\n');
    await writeFile(marker, `${host}\n${clock.now().toISOString()}\n`);
    const isRecent = clock.now().getTime() - Date.parse(time) < sharedForMs;
    return other !== '' && other !== host && isRecent
      ? `PICTURES_DIR: ${other} wrote to ${folder} within a day; several hosts need one folder that all of them share.`
      : null;
  } catch (error) {
    return `PICTURES_DIR: no picture can be kept in ${folder}: ${codeOf(error) ?? 'it cannot be written to'}.`;
  }
};
