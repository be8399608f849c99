const { connect } = require('node:net');

const registry = () => process.env.npm_config_registry || 'https://registry.npmjs.org/';

const proxyVariables = [
  'npm_config_https_proxy',
  'npm_config_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'PROXY',
  'proxy',
];

const parse = (url) => {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
};

/** The host and port of an address, never its credentials. */
const hostOf = (url) => parse(url)?.host;

/** The host of the registry that npm is set to use. */
const registryHost = () => hostOf(registry());

/** Resolves once the address takes a connection or refuses it, with whether it did within the time. */
const answers = ({ hostname, port, protocol }, withinMs) =>
  new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'http:' ? 80 : 443),
    });
    const finish = (answer) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(false), withinMs);
    // A refusal is an answer too: npm reports it by itself.
    socket.once('connect', () => finish(true)).once('error', () => finish(true));
  });

/**
 * Whether anything that npm may connect to, the registry or a proxy, answers at all. npm itself waits minutes where a
 * firewall drops what it sends.
 */
const networkAnswers = async (withinMs) => {
  const urls = [registry(), ...proxyVariables.map((name) => process.env[name])];
  const addresses = urls.map(parse).filter((url) => url?.hostname);
  const all = await Promise.all(addresses.map((each) => answers(each, withinMs)));
  return all.length === 0 || all.includes(true);
};

module.exports = { hostOf, networkAnswers, registryHost };
