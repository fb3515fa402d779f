import { $, type DefinePlugin, definePluginConfig } from '@hey-api/openapi-ts'
import { contractOf, type Document, type Schema } from './contractOf.ts'

/** Codes that any path can answer. */
const OF_EVERY_PATH = ['not_found', 'method_not_allowed', 'family_unavailable']

const TYPES = [
  'Operation',
  'StreamOperation',
  'Inputs',
  'InputsAndBody',
  'Alternatives',
  'NotTogether',
  'Result',
] as const
/** The function that calls the API, by the kind of the answer. */
const CALLERS = { envelope: 'call', document: 'call', media: 'callForBlob', stream: 'readEvents' } as const

type Plugin = DefinePlugin<{ readonly name: 'operations' }, { readonly name: 'operations' }>

/** Writes `operations.gen.ts`: a function for each operation of a document, named by its operationId, with the client first. */
export const operationsPlugin = (document: Document) =>
  definePluginConfig<Plugin['Types']>({
    name: 'operations',
    config: {},
    dependencies: ['@hey-api/typescript'],
    handler: ({ plugin }) => {
      const imported = (name: string, file: string, kind: 'type' | 'function') =>
        plugin.symbol(name, { external: `../${file}.ts`, kind })
      const symbols = new Map(
        [...TYPES.map((name) => imported(name, 'Operation', 'type')), ...new Set(Object.values(CALLERS))].map((one) =>
          typeof one === 'string' ? [one, imported(one, one, 'function')] : [one.name, one],
        ),
      )
      const type = (name: (typeof TYPES)[number]) => $.type(symbols.get(name) ?? name)

      /** The type of the parameters, without what the schema of the body excludes. */
      function limited(inputs: ReturnType<typeof type>, { oneOf = [], not }: Schema) {
        const tuple = (names: readonly string[]) => $.type.tuple(...names.map((name) => $.type.literal(name)))
        const lists = oneOf.flatMap(({ required }) => (required ? [tuple(required)] : []))
        const one = lists.length > 0 ? type('Alternatives').generics(inputs, $.type.or(...lists)) : inputs
        return (not?.anyOf ?? []).reduce(
          (whole, { required }) => type('NotTogether').generics(whole, tuple(required)),
          one,
        )
      }

      plugin.forEach('operation', ({ operation }) => {
        const { spec, answer, codes, doc, body, isPlain } = contractOf(document, operation.method, operation.path)
        const typeOf = (role: 'data' | 'responses') =>
          plugin.querySymbol({
            category: 'type',
            resource: 'operation',
            resourceId: operation.id,
            role,
            tool: 'typescript',
          })
        const data = typeOf('data')
        const responses = typeOf('responses')
        const inputs = data ? type(isPlain ? 'Inputs' : 'InputsAndBody').generic($.type(data)) : $.type('{}')
        const result = responses ? type('Result').generic($.type(responses)) : $.type('never')
        const codesType = $.type.or(...[...codes, ...OF_EVERY_PATH].map((code) => $.type.literal(code)))
        const given = limited(inputs, body)
        plugin.node(
          $.const(plugin.symbol(operation.id))
            .export()
            .doc([...doc])
            .type(
              answer === 'stream'
                ? type('StreamOperation').generics(given, codesType)
                : type('Operation').generics(given, answer === 'media' ? $.type('Blob') : result, codesType),
            )
            .assign(
              $.func()
                .param('client')
                .param('parameters')
                .param('options')
                .do(
                  $(symbols.get(CALLERS[answer]) ?? CALLERS[answer])
                    .call('client', $.literal(spec), 'parameters', 'options')
                    .return(),
                ),
            ),
        )
      })
    },
  })()
