import type { ComponentChildren } from 'preact'

interface HeadingProps {
  readonly id: string
  /** Default 2: a page has one `h1`, its title. */
  readonly level?: 2 | 3
  readonly children: ComponentChildren
}

/** A heading that links to itself, so that its address can be copied. */
export function Heading({ id, level = 2, children }: HeadingProps) {
  const Tag = level === 2 ? 'h2' : 'h3'
  return (
    <Tag id={id}>
      <a class="anchor" href={`#${id}`}>
        {children}
      </a>
    </Tag>
  )
}
