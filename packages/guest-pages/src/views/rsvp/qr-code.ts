import { create } from 'qrcode';
import { type Html, html } from '../html.ts';

/** White space around a code, in modules (ISO/IEC 18004). */
const quiet = 4;

/** A text as a QR code, dark on white in every colour scheme: scanners need it so. */
export const qrCode = (text: string, label: string): Html => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) =>
      modules.get(y, x) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '',
    ).join(''),
  );
  const whole = size + 2 * quiet;
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${whole} ${whole}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${whole}v${whole}H0z"/><path d="${rows.join('')}"/></svg>`;
};
