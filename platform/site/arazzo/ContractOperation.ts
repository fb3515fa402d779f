import { asList, asObject, isObject, type Json } from '../../json.ts'

/** An operation of the OpenAPI document, for texts that name its parts. Every look-up throws if the document lacks the part. */
export class ContractOperation {
  readonly #document: Json
  readonly #operation: Json
  readonly #id: string

  constructor(document: Json, operationId: string) {
    const found = Object.values(asObject(document['paths']))
      .flatMap((item) => Object.values(asObject(item)))
      .find((operation) => asObject(operation)['operationId'] === operationId)
    if (!isObject(found)) throw new Error(`${operationId}: the contract has no such operation`)
    this.#document = document
    this.#operation = found
    this.#id = operationId
  }

  /** Throws unless the token of a session, as `Authorization: Bearer`, is a credential of the operation. */
  requireBearer(): void {
    this.#need(
      asList(this.#operation['security']).some((one) => Object.hasOwn(asObject(one), 'bearer')),
      'the contract has no bearer credential',
    )
  }

  /** Location of a parameter, and its schema with its description. */
  parameter(name: string): { readonly in: string; readonly schema: Json } {
    const found = this.#parameters().find((one) => one['name'] === name)
    this.#need(found !== undefined, `the contract has no parameter ${name}`)
    const { in: location, schema, description, example } = found
    return { in: String(location), schema: this.#plain({ ...this.#resolved(schema), description, example }) }
  }

  /** Schema of a field of the JSON body. */
  field(name: string): Json {
    const found = asObject(this.#body()['properties'])[name]
    this.#need(isObject(found), `the contract has no body field ${name}`)
    return this.#plain(found)
  }

  /** Throws if a request with these parameters and body fields lacks one that is required. */
  requireAll(parameters: readonly string[], fields: readonly string[]): void {
    for (const { name, required } of this.#parameters())
      this.#need(required !== true || parameters.includes(String(name)), `the parameter ${String(name)} has no value`)
    const has = (schema: unknown) => asList(asObject(schema)['required']).every((name) => fields.includes(String(name)))
    const { required, oneOf } = this.#body()
    this.#need(has({ required }), `the body needs ${asList(required).join(', ')}`)
    this.#need(
      oneOf === undefined || asList(oneOf).filter(has).length === 1,
      'the body needs exactly one of its choices',
    )
  }

  /** Throws unless the JSON answer with a status has a value at a JSON pointer (RFC 6901). */
  requireAnswer(status: number, pointer: string): void {
    const content = asObject(asObject(this.#answer(status)['content'])['application/json'])
    let schema = content['schema']
    for (const key of pointer.split('/').slice(1)) {
      schema = this.#property(schema, key)
      this.#need(schema !== undefined, `the contract has no answer field ${pointer} with status ${status}`)
    }
  }

  /** Throws unless the answer with a status has a header. */
  requireHeader(status: number, name: string): void {
    this.#need(
      Object.hasOwn(asObject(this.#answer(status)['headers']), name),
      `the contract has no header ${name} with status ${status}`,
    )
  }

  /**
   * A schema as JSON Schema 2020-12, with everything that it refers to written out. Of several forms it is the text: a
   * program that takes an integer of 256 bits for a number loses its digits.
   */
  #plain(schema: Json): Json {
    const { example, items, anyOf, ...rest } = this.#resolved(schema)
    const text = asList(anyOf).find((one) => asObject(one)['type'] === 'string')
    this.#need(anyOf === undefined || text !== undefined, 'an input has no text form')
    return {
      ...asObject(text),
      ...rest,
      ...(items === undefined ? {} : { items: this.#plain(asObject(items)) }),
      ...(example === undefined ? {} : { examples: [example] }),
    }
  }

  #answer(status: number): Json {
    const found = asObject(this.#operation['responses'])[status]
    this.#need(isObject(found), `the contract has no answer with status ${status}`)
    return this.#resolved(found)
  }

  #parameters = (): Json[] => asList(this.#operation['parameters']).map((one) => this.#resolved(one))

  #body(): Json {
    const { content } = this.#resolved(this.#operation['requestBody'])
    return this.#resolved(asObject(asObject(content)['application/json'])['schema'])
  }

  /** Schema of a field of an object, which may be described in parts. */
  #property(schema: unknown, key: string): unknown {
    const { properties, allOf } = this.#resolved(schema)
    return (
      asObject(properties)[key] ??
      asList(allOf)
        .map((part) => this.#property(part, key))
        .find(isObject)
    )
  }

  /** A node without references: notes beside a reference take the place of those of its target. */
  #resolved(node: unknown): Json {
    const { $ref, ...rest } = asObject(node)
    const { allOf, ...notes } = rest
    const [only, ...others] = asList(allOf)
    if (only !== undefined && others.length === 0) return { ...this.#resolved(only), ...notes }
    if (typeof $ref !== 'string') return rest
    const [, kind = '', name = ''] = $ref.slice(2).split('/')
    return { ...this.#resolved(asObject(asObject(this.#document['components'])[kind])[name]), ...rest }
  }

  #need(condition: boolean, fault: string): asserts condition {
    if (!condition) throw new Error(`${this.#id}: ${fault}`)
  }
}
