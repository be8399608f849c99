import t from 'tap';
import { countSeptets, toGsm7 } from '../../src/messages/gsm-7.ts';

t.test('the basic alphabet has 127 characters of one septet, besides the escape code', async (t) => {
  let characters = 0;
  for (let code = 0; code < 0x2100; code += 1) {
    if (countSeptets(String.fromCodePoint(code)) === 1) characters += 1;
  }
  t.equal(characters, 127);
});

t.test('the extension takes two septets a character', async (t) => {
  t.equal(countSeptets('\f^{}\\[~]|€'), 20);
  t.equal(countSeptets('[1€]'), 7);
});

t.test('a text with any other character is not GSM-7', async (t) => {
  for (const text of ['`', 'ç', 'ł', 'Событие', '🎉', '’', '\u00a0', '\t'])
    t.equal(countSeptets(text), null, text);
});

t.test('a text is brought into the alphabet on one line', async (t) => {
  t.equal(toGsm7('Gather'), 'Gather');
  t.equal(toGsm7('  Two\r\n lines\t'), 'Two lines');
  t.equal(toGsm7('Año Ünion é'), 'Año Ünion é', 'accents of the alphabet stay');
  t.equal(toGsm7('Café façade'), 'Café facade', 'accents that it lacks go');
  t.equal(toGsm7('Cafe\u0301'), 'Café', 'a combining accent counts as its letter');
  t.equal(toGsm7('Party 🎉 time'), 'Party time');
  t.equal(toGsm7('06:55–09:55, „Jazz“ — it’s «on»…'), `06:55-09:55, "Jazz" - it's "on"...`);
  t.equal(toGsm7('Событие'), '');
});
