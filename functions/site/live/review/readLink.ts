import { isJson, type Json } from '../try/json.ts'

/** A transaction that a link asks for. A stranger may have written it: its values are texts to show, and the service checks them. */
export interface Link {
  readonly operationId: string
  readonly args: Json
  /** The link asks to build although nothing proves the contract, which the visitor alone may decide. */
  readonly isUnproven: boolean
}

const FORM = /^#([A-Za-z]{1,64}):([\w-]{2,4000})$/

/** Reads the fragment of a review's address; undefined if it is not of that form. */
export function readLink(hash: string): Link | undefined {
  const [, operationId, encoded] = FORM.exec(hash) ?? []
  if (operationId === undefined || encoded === undefined) return undefined
  try {
    const args: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(encoded)))
    if (!isJson(args)) return undefined
    const { allowUnproven, ...others } = args
    return { operationId, args: others, isUnproven: allowUnproven === true }
  } catch {
    return undefined
  }
}

/** Throws a DOMException for a text that is not base64url. */
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
