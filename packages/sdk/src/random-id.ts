/** 128 random bits as 32 hexadecimal digits. Browsers give `crypto.randomUUID` to pages with TLS and to localhost alone. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
