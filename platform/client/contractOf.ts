/** The part of an OpenAPI document that the client's functions are generated from, beside the types. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly object[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
  readonly 'x-answer': 'envelope' | 'document' | 'media' | 'stream'
  readonly 'x-authority'?: string
  readonly 'x-errors': readonly string[]
  readonly 'x-idempotency'?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
}

export interface Schema {
  readonly properties?: object
  /** Sets of required fields: a body matches exactly one. For a union, its schemas. */
  readonly oneOf?: readonly { readonly required?: readonly string[] }[]
  /** Sets of fields that must not appear together. */
  readonly not?: { readonly anyOf: readonly { readonly required: readonly string[] }[] }
}

/** An operation of a document, as far as its function in the client shows it. */
export interface Contract {
  /** Method, path, names of the query of a write, and flags: `Spec` of the client. */
  readonly spec: string
  readonly answer: DocumentedOperation['x-answer']
  readonly codes: readonly string[]
  readonly doc: readonly string[]
  readonly body: Schema
  /** Whether the fields of the body stand beside the other parameters. */
  readonly isPlain: boolean
}

/** The document without the parameter `fields`: a typed answer is whole. */
export function withoutFields(document: Document): Document {
  const stays = (one: object) => follow<Parameter>(document, one).name !== 'fields'
  const operation = ({ parameters = [], ...one }: DocumentedOperation) => ({
    ...one,
    parameters: parameters.filter(stays),
  })
  const item = (methods: Document['paths'][string]) =>
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operation(one)]))
  const paths = Object.entries(document.paths).map(([path, methods]) => [path, item(methods)])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** The operationIds of a document that a rule chooses. */
export const namesOf = (
  { paths }: Document,
  isChosen: (method: string, operation: DocumentedOperation) => boolean,
): string[] =>
  Object.values(paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, one]) => (isChosen(method, one) ? [one.operationId] : [])),
  )

/** Finds the operation of a document at a path. Throws if the document has none. */
export function contractOf(document: Document, method: string, path: string): Contract {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path}: is not in the document`)
  const { summary, description, security = [], 'x-answer': answer, 'x-errors': codes } = operation
  const parameters = (operation.parameters ?? []).map((one): Parameter => follow(document, one))
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const given = operation.requestBody?.content['application/json']?.schema
  const body: Schema = given ? follow(document, given) : {}
  const isUnion = body.oneOf?.every((one) => '$ref' in one) ?? false
  const isPlain = !given || body.properties !== undefined || isUnion
  const isJson = Object.keys(operation.responses['200']?.content ?? {}).every((type) =>
    /^application\/(?:\w+\+)?json$/.test(type),
  )
  const takes = (scheme: string) => security.some((requirement) => scheme in requirement)
  const flags = [
    takes('bearer') ? 'a' : '',
    isPlain ? '' : 'b',
    answer === 'envelope' ? '' : 'd',
    given ? 'j' : '',
    operation['x-idempotency'] ? 'k' : '',
    [...query, ...fieldsOf(document, body)].includes('minBlock') ? 'm' : '',
    // If the API checks that the wallet still is the agent's, the receipt of a contract wallet is not enough.
    takes('siwaReceipt') && operation['x-authority'] !== 'none' ? 's' : '',
  ].join('')
  const names = method === 'get' || query.length === 0 ? '' : `?${query.join('&')}`
  return {
    spec: `${method.toUpperCase()} ${path}${names} ${flags}`,
    answer: answer === 'document' && !isJson ? 'media' : answer,
    codes,
    doc: [summary, '', description, '', `Errors: ${codes.join(', ')}.`],
    body,
    isPlain,
  }
}

/** The fields of a body, or of one of those of a union. */
const fieldsOf = (document: Document, { properties = {}, oneOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...oneOf.flatMap((one) => ('$ref' in one ? fieldsOf(document, follow(document, one)) : [])),
]

/** Resolves a reference; returns anything else unchanged. */
function follow<T extends object>(document: Document, given: object): T {
  if (!('$ref' in given)) return JSON.parse(JSON.stringify(given))
  const keys = String(given.$ref).slice('#/'.length).split('/')
  return follow(document, keys.reduce((whole: unknown, key) => Object(whole)[key], document) ?? {})
}
