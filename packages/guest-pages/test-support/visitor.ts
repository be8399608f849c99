import { type HTMLElement, parse } from 'node-html-parser';
import type { CallResponse, TestApp } from '../../http/test-support/test-app.ts';

/** A page that a visitor looks at. */
export interface Visit extends CallResponse {
  readonly document: HTMLElement;
  /** Its text as it is read, without markup. */
  readonly words: string;
  /** Sends the form of a button, with what was typed into its fields. */
  press(button: string, typed?: Readonly<Record<string, string>>, more?: VisitorOptions): Promise<Visit>;
  /** The value that a field shows. */
  field(name: string): string | undefined;
}

export interface VisitorOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
  /** Chosen in fields for files, by their names. */
  readonly files?: Readonly<Record<string, File>>;
}

let addresses = 0;
/** An address that started no sign-in yet. */
const newAddress = (): string => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};

/** A browser without JavaScript: it follows forms as HTML says, and keeps the last cookie. */
export const visitor = ({ call }: Pick<TestApp, 'call'>, options: VisitorOptions = {}) => {
  let cookie: string | null = null;
  const keep = (response: CallResponse): CallResponse => {
    const [pair = ''] = String(response.headers['set-cookie'] ?? '').split(';');
    if (pair) cookie = pair.endsWith('=') ? null : pair;
    return response;
  };
  const show = (response: CallResponse): Visit => {
    const document = parse(response.text);
    // The header of a guest who stays has a form, too.
    const main = document.querySelector('main') ?? document;
    const fieldOf = (name: string) =>
      main.querySelector(`input[name=${name}], select[name=${name}] option[selected]`)?.getAttribute('value');
    return {
      ...response,
      document,
      words: (document.querySelector('body') ?? document).structuredText,
      field: fieldOf,
      press: (label, typed = {}, more = {}) => {
        const button = document.querySelectorAll('button').find(({ text }) => text.trim() === label);
        const form = button?.closest('form');
        if (!button || !form) throw new Error(`no button ${label} in:\n${response.text}`);
        const fields = form.getAttribute('enctype') ? new FormData() : new URLSearchParams();
        for (const input of form.querySelectorAll('input')) {
          const name = input.getAttribute('name') ?? '';
          const value = input.getAttribute('value') ?? '';
          if (/radio|checkbox/.test(input.getAttribute('type') ?? '')) {
            const isChosen =
              typed[name] === undefined ? input.hasAttribute('checked') : typed[name] === value;
            if (isChosen) fields.append(name, value);
          } else if (input.getAttribute('type') === 'file' && fields instanceof FormData)
            fields.append(name, more.files?.[name] ?? new File([], ''));
          else fields.append(name, typed[name] ?? value);
        }
        for (const select of form.querySelectorAll('select')) {
          const name = select.getAttribute('name') ?? '';
          fields.append(name, typed[name] ?? fieldOf(name) ?? '');
        }
        for (const area of form.querySelectorAll('textarea')) {
          const name = area.getAttribute('name') ?? '';
          fields.append(name, typed[name] ?? area.text);
        }
        const [name, value] = [button.getAttribute('name'), button.getAttribute('value')];
        if (name) fields.append(name, value ?? '');
        const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
        return send(action, fields, more);
      },
    };
  };
  const optionsWith = ({ headers, ip }: VisitorOptions) => ({
    headers: { ...(cookie ? { cookie } : {}), ...options.headers, ...headers },
    ip: ip ?? options.ip ?? newAddress(),
  });
  const send = async (
    path: string,
    body: string | URLSearchParams | FormData,
    more: VisitorOptions = {},
  ): Promise<Visit> => {
    const { headers, ip } = optionsWith(more);
    const encoded = new Response(body);
    const form = 'application/x-www-form-urlencoded';
    const type = {
      'content-type': body instanceof FormData ? (encoded.headers.get('content-type') ?? '') : form,
    };
    const raw = Buffer.from(await encoded.arrayBuffer());
    return show(keep(await call(`POST ${path}`, { raw, headers: { ...type, ...headers }, ip })));
  };
  const open = async (path: string, more: VisitorOptions = {}): Promise<Visit> =>
    show(await call(`GET ${path}`, optionsWith(more)));
  return { open, send };
};
