/**
 * Methods of schemas that neither a Worker nor a package of one calls. A class of zod names all of its methods, and by them the
 * formats and wrappers that they make, so that the bundler keeps those as well. A Worker that calls one fails when it starts.
 */
const UNUSED = {
  ofAll: 'brand overwrite exactOptional nonoptional and readonly isOptional isNullable apply toJSONSchema',
  parsing:
    'encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync parseAsync safeParseAsync spa validate validateAsync',
  strings: 'nonempty lowercase uppercase normalize slugify',
  formats:
    'jwt emoji guid uuid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid base64 base64url xid ksuid ipv4 ipv6 cidrv4 cidrv6 e164 email datetime date time duration',
  numbers: 'gt gte lt lte safe negative nonpositive multipleOf step finite',
  objects: 'keyof passthrough safeExtend exactPartial required',
}
const NAMES = Object.values(UNUSED)
  .flatMap((names) => names.split(' '))
  .join('|')

/** A method, getter or setter in a table of methods. */
const METHOD = new RegExp(
  `^    (?:(?:async|get|set) )?(?:${NAMES})(?:\\(|: (?:async )?function ).*\\{\\n[^]*?^    \\},?\\n`,
  'gm',
)
/** A schema's report of its own bounds, and its writer of JSON Schema: both are for the document. */
const OF_DOCUMENT = /^    inst\._zod\.processJSONSchema = .*\n|(?<=util\.derived\(\{)\n[^]*?\n(?=\}, \{)/gm
/** Guards against a value that contains itself. JSON has no such value. */
const MEMOIZER = /^function _ensureDefaultMemoizer\(\) \{[^]*?^\}\n|^    _ensureDefaultMemoizer\(\);\n/gm

/** zod's classes of schemas with the methods that Workers call. */
export const usedSchemas = (source: string): string =>
  source.replace(METHOD, '').replace(OF_DOCUMENT, '').replace(MEMOIZER, '')
