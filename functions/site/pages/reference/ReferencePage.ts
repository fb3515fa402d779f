import type { Fact, OperationLink, Sample } from './OperationPage.ts'

/** What the first page of the reference shows. */
export interface ReferencePage {
  readonly count: number
  /** What to know before the first call. */
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
