import { render } from 'preact'
import { Failed, Loading } from './try/Loading.tsx'
import { readOperation } from './try/spec/readOperation.ts'
import { operationUrl } from '../../../shared/http/operationUrl.ts'
import { Review } from './review/Review.tsx'
import { readLink } from './review/readLink.ts'

const room = document.querySelector<HTMLElement>('[data-review]')

/** Shows the transaction of the page's link. Another fragment starts over: nothing of the former one stays. */
async function show(section: HTMLElement): Promise<void> {
  const { hash } = location
  const isCurrent = () => location.hash === hash
  render(null, section)
  const link = readLink(hash)
  if (!link) return render(<Unreadable />, section)
  render(<Loading />, section)
  const spec = operationUrl(link.operationId)
  try {
    const response = await fetch(spec, { credentials: 'omit' })
    const operation = response.ok ? readOperation(await response.json(), '') : undefined
    if (!isCurrent()) return undefined
    const isBuilder = operation?.takesKey === true && operation.isSigned && operation.operationId === link.operationId
    if (response.status === 404 || (operation && !isBuilder)) return render(<Unreadable />, section)
    if (!operation) throw new Error(`status ${response.status}`)
    return render(<Review operation={operation} link={link} />, section)
  } catch {
    if (isCurrent()) render(<Failed spec={spec} retry={() => void show(section)} />, section)
  }
}

const Unreadable = () => (
  <p class="note bad" role="alert">
    This link is not one of a builder of this API, or a part of it is missing. Ask for a new one: nothing was built.
  </p>
)

if (room) {
  void show(room)
  addEventListener('hashchange', () => void show(room))
}
