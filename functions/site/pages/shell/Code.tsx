import type { Highlighted } from './Highlighted.ts'

/** A block of code. It scrolls by itself, also by keyboard; the script gives it a button that copies it. */
export function Code({ code }: { readonly code: Highlighted }) {
  return (
    <div class="code" data-language={code.language}>
      <pre tabIndex={0}>
        <code dangerouslySetInnerHTML={{ __html: code.html }} />
      </pre>
    </div>
  )
}
