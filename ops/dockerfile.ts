/** An instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A build stage: its base image and its instructions. */
export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** The supported instructions; any other is an error. */
const known = new Set('FROM WORKDIR COPY RUN LABEL ENV USER EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' '));

const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      if (!known.has(name)) throw new Error(`unsupported instruction: ${line}`);
      return { name, rest: rest.trim() };
    });

/** The stages of a Dockerfile, the image last. */
export const stagesOf = (text: string): readonly Stage[] => {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsOf(text)) {
    if (instruction.name === 'FROM') {
      const [from = '', , name = 'image'] = instruction.rest.split(/\s+/);
      stages.push({ name, from, instructions: [] });
    } else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
};

/** The command of `CMD` or `HEALTHCHECK`; both must be in exec form, so that signals reach node. */
export const commandOf = ({ name, rest }: Instruction): readonly string[] => {
  const [list] = /\[.*\]$/.exec(rest) ?? [];
  if (list === undefined) throw new Error(`${name} is not in exec form`);
  return JSON.parse(list) as readonly string[];
};
