import { createHash, type KeyObject, sign } from 'node:crypto';

const lengthOf = (bytes: number) => {
  if (bytes < 128) return [bytes];
  return bytes < 256 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
};

/** Returns the DER encoding of a value: tag, length and content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const commonName = der(0x06, Buffer.from('550403', 'hex'));
const nameOf = (text: string) =>
  sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(text, 'utf8')))));
const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`));

/** Creates a self-signed certificate for an RSA key (RFC 5280), as administrators upload it: its PEM form and its SHA-256 thumbprint. */
export function createCertificate(
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  name: string,
): { readonly pem: string; readonly thumbprint: string } {
  const signed = sequence(
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    nameOf(name),
    sequence(time(2026), time(2126)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const certificate = sequence(signed, sha256WithRsa, signature);
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    thumbprint: createHash('sha256').update(certificate).digest('base64url'),
  };
}
