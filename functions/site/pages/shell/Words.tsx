/** A text of the contract, whose code is in backticks. */
export function Words({ text }: { readonly text: string }) {
  const parts = text.split('`')
  return <>{parts.map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
}
