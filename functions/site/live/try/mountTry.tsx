import { render } from 'preact'
import { Failed, Loading } from './Loading.tsx'
import { readOperation } from './spec/readOperation.ts'
import { Try } from './Try.tsx'

/** How far below the window a section may be when it is made, so that nothing in view moves. */
const AHEAD = '0px 0px 600px'

/** Makes the form of an operation in its section, once the section is nearly in view or has the focus. */
export function mountTry(section: HTMLElement): void {
  const { spec = '' } = section.dataset
  const start = () => {
    observer.disconnect()
    section.removeEventListener('focusin', start)
    const room = document.createElement('div')
    room.className = 'try'
    for (const fallback of section.querySelectorAll(':scope > p')) fallback.remove()
    section.append(room)
    void show(room, spec)
  }
  const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && start(), {
    rootMargin: AHEAD,
  })
  observer.observe(section)
  section.addEventListener('focusin', start)
}

async function show(room: HTMLElement, spec: string): Promise<void> {
  render(<Loading />, room)
  try {
    const response = await fetch(spec, { credentials: 'omit' })
    if (!response.ok) throw new Error(`status ${response.status}`)
    render(<Try operation={readOperation(await response.json(), location.search)} />, room)
  } catch {
    render(<Failed spec={spec} retry={() => void show(room, spec)} />, room)
  }
}
