import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Reference<Value> = Value | { readonly $ref: string };

/** Reads an OpenAPI document: follows its references, and reports what is wrong with a value for one of its schemas. */
export function openSchemas(document: object) {
  // The schemas of the OpenAPI document have a test of their own.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  // Its types describe a CommonJS default export; at run time the function is the default itself.
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const compiled = new WeakMap<object, ValidateFunction>();

  function compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/');
    const validate = ajv.compile(JSON.parse(text));
    compiled.set(schema, validate);
    return validate;
  }

  return {
    /** Resolves a reference; returns anything else as it is. */
    resolve<Value extends object>(given: Reference<Value>): Value {
      if (!('$ref' in given)) return given;
      const steps = given.$ref.slice(2).split('/');
      return steps.reduce(
        (value, step) => value[step] as never,
        document as Record<string, unknown>,
      ) as Value;
    },

    /** Empty when the schema takes the value; one schema object is compiled once. */
    problemsOf(schema: object, value: unknown): string {
      const validate = compiled.get(schema) ?? compile(schema);
      return validate(value) ? '' : ajv.errorsText(validate.errors);
    },
  };
}
