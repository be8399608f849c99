/** Imported first by every program: on an older Node it would stop later, for a reason that names no version. */
const oldest = 24;
const { node } = process.versions;

if (Number.parseInt(node, 10) < oldest) {
  process.stderr.write(`This program needs Node ${oldest} or later; this is Node ${node}.\n`);
  process.exit(1);
}

export {};
