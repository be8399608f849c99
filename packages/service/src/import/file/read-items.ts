import { OperatorError } from '../../faults/operator-error.ts';
import { isEvent } from '../schema-org/category.ts';
import { isObject, type JsonObject, listOf } from '../values/json.ts';
import { type Line, maxDocumentBytes } from './read-lines.ts';

/** What may be an event. */
export interface Item {
  /** Its line in the file, from 1; of a document over many lines its position in that. */
  readonly number: number;
  /** Parsed JSON; undefined with a fault. */
  readonly value?: unknown;
  readonly fault?: string;
  /** The offset of the end of its line, in bytes. */
  readonly bytesRead: number;
}

const tooLong = (): OperatorError =>
  new OperatorError(
    "FILE: holds one JSON document of more than 64 MB. Make it JSON lines, an event a line, with: jq -c '.[]' FILE > events.jsonl",
  );

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type NodesById = ReadonlyMap<unknown, JsonObject>;

/** A document of a stranger may nest values without end. */
const maxDepth = 8;

/** A node with others in place of their `@id`s, as documents with a `@graph` name places and offers. */
const resolved = (node: JsonObject, byId: NodesById, depth = 0): JsonObject =>
  Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => referred(each, byId, depth)) : referred(value, byId, depth),
    ]),
  );

const referred = (value: unknown, byId: NodesById, depth: number): unknown => {
  if (!isObject(value)) return value;
  if (Object.keys(value).length === 1 && value['@id'] !== undefined) return byId.get(value['@id']) ?? value;
  return depth < maxDepth ? resolved(value, byId, depth + 1) : value;
};

/** How far nodes name others, which name others: an event its place, and that its address. */
const maxReferences = 4;

/** The nodes by their ids, with those that they name; they share them, so that the effort stays linear. */
const nodesById = (nodes: readonly JsonObject[]): NodesById => {
  let byId: NodesById = new Map(
    nodes.flatMap((node) => (node['@id'] === undefined ? [] : [[node['@id'], node] as const])),
  );
  const named = byId;
  for (let count = 1; count < maxReferences; count += 1) {
    const before = byId;
    byId = new Map([...named].map(([id, node]) => [id, resolved(node, before)]));
  }
  return byId;
};

const isEventNode = (node: JsonObject): boolean =>
  isEvent(node) || node.startDate !== undefined || node.startAt !== undefined;

/** The events of a JSON value: itself, those of a list, or those of a `@graph`. */
const eventsIn = (value: unknown): readonly unknown[] => {
  // Lists within lists are no events.
  if (Array.isArray(value)) return value.flatMap((each) => (Array.isArray(each) ? [each] : eventsIn(each)));
  if (!isObject(value) || value['@graph'] === undefined) return [value];
  const nodes = listOf(value['@graph']).filter(isObject);
  const byId = nodesById(nodes);
  return nodes.filter(isEventNode).map((node) => resolved(node, byId));
};

const isBlank = ({ text }: Line): boolean => text?.trim() === '';

/** Whether a first line that is no JSON begins a document over many lines, and not JSON lines with a fault. */
const beginsDocument = (first: string, second: Line | undefined): boolean =>
  // A list goes on after a comma, also the one of a graph.
  /^\s*(?:\[(?:.*[,[{])?|\{.*\[|\{)\s*$/.test(first) ||
  (/^\s*\{.*,\s*$/.test(first) && /"@graph"\s*:\s*\[/.test(first)) ||
  (/^\s*[[{]/.test(first) && /^[^{]/.test(second?.text ?? '{'));

async function* documentItems(lines: readonly Line[], rest: AsyncIterator<Line>): AsyncGenerator<Item> {
  const texts: string[] = [];
  let [length, bytesRead] = [0, 0];
  const take = (line: Line) => {
    texts.push(line.text ?? '');
    length += line.text?.length ?? 0;
    bytesRead = line.bytesRead;
    if (length > maxDocumentBytes) throw tooLong();
  };
  for (const line of lines) take(line);
  for (let next = await rest.next(); !next.done; next = await rest.next()) take(next.value);
  const value = parse(texts.join('\n'));
  if (value === undefined) yield { number: 1, fault: 'is not JSON', bytesRead };
  else
    for (const [index, event] of eventsIn(value).entries())
      yield { number: index + 1, value: event, bytesRead };
}

const itemsOf = ({ number, text, fault = 'cannot be read', bytesRead }: Line): readonly Item[] => {
  if (text === null) return [{ number, fault, bytesRead }];
  const value = parse(text);
  if (value === undefined) return [{ number, fault: 'is not JSON', bytesRead }];
  return eventsIn(value).map((event) => ({ number, value: event, bytesRead }));
};

/**
 * The items of JSON lines, each of which may be an event, a list of them or a document with a `@graph`; or of one such document
 * over many lines.
 * @throws {OperatorError} for a document of more than 64 MB
 */
export async function* readItems(lines: AsyncIterable<Line>): AsyncGenerator<Item> {
  const rest = lines[Symbol.asyncIterator]();
  const next = async (): Promise<Line | undefined> => {
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return undefined;
      if (!isBlank(value)) return value;
    }
  };
  const first = await next();
  if (!first) return;
  const second = await next();
  if (first.text !== null && parse(first.text) === undefined && beginsDocument(first.text, second)) {
    yield* documentItems(second ? [first, second] : [first], rest);
    return;
  }
  for (let line: Line | undefined = first; line; line = line === first && second ? second : await next())
    yield* itemsOf(line);
}
