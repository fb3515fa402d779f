/** What the page of a guide shows. */
export interface GuidePage {
  readonly title: string
  /** The text below the title, which the build made from Markdown. */
  readonly html: string
}

/** A topic of the list of guides. */
export interface GuideTopic {
  readonly topic: string
  readonly guides: readonly { readonly href: string; readonly title: string; readonly about: string }[]
}
