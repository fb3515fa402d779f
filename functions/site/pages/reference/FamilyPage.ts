import type { RichText } from '../shell/RichText.ts'
import type { OperationLink } from './OperationPage.ts'

/** What the page of a family shows. */
export interface FamilyPage {
  readonly name: string
  readonly title: string
  readonly about: RichText
  readonly operations: readonly OperationLink[]
  /** Guides about it. */
  readonly guides: readonly { readonly href: string; readonly text: string }[]
  /** Paths of its piece of the OpenAPI document and of its MCP server. */
  readonly specUrl: string
  readonly mcpUrl: string
}
