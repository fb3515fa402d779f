import type { Fact, OperationLink, Sample } from './OperationPage.ts'
import type { RichText } from '../shell/RichText.ts'

export interface ReferencePage {
  readonly count: number
  /** Facts to know before the first call. */
  readonly start: readonly Fact[]
  /** The first call as a program, and its operation. */
  readonly first: { readonly operation: OperationLink; readonly samples: readonly Sample[] }
  /** Operations by what one wants to do. */
  readonly tasks: readonly {
    readonly id: string
    readonly title: string
    readonly operations: readonly OperationLink[]
  }[]
  readonly families: readonly {
    readonly title: string
    readonly href: string
    readonly about: string
    readonly count: number
  }[]
}

export interface FamilyPage {
  readonly name: string
  readonly title: string
  readonly about: RichText
  readonly operations: readonly OperationLink[]
  readonly guides: readonly { readonly href: string; readonly text: string }[]
  /** Paths of its piece of the OpenAPI document and of its MCP server. */
  readonly specUrl: string
  readonly mcpUrl: string
}
