import { constants, createContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** Of Node's own realm, as Jest has it: what Node's modules give is then an instance of what tests compare it with. */
const ofNode = ['Buffer', 'ArrayBuffer', 'Uint8Array'];

/**
 * Jest's own environment, but its global object is an ordinary one. Jest's is a proxy behind an interceptor, which makes every mention
 * of `Map` or `Math` in a test, in our code and in its libraries, a call: some spend half of their processor time on that.
 */
export default class PlainGlobal extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const plain = createContext(constants.DONT_CONTEXTIFY);
    for (const key of Reflect.ownKeys(this.global)) {
      if (Object.hasOwn(plain, key) && !ofNode.includes(key)) continue;
      const { get, enumerable } = Object.getOwnPropertyDescriptor(this.global, key);
      const property = get ? { get } : { value: this.global[key], writable: true };
      Object.defineProperty(plain, key, { ...property, enumerable, configurable: true });
    }
    plain.global = plain;
    plain.Error.stackTraceLimit = this.global.Error.stackTraceLimit;
    this.global = plain;
    this.context = plain;
  }
}
