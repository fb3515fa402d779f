import { copyButtons } from './page/copyButtons.ts'
import { followContents } from './page/followContents.ts'
import { openSearch } from './page/openSearch.ts'
import { rememberLanguage } from './page/rememberLanguage.ts'
import { showCurrentPage } from './page/showCurrentPage.ts'

// What every page has.
copyButtons(document)
followContents(document)
openSearch(document)
rememberLanguage(document)
showCurrentPage(document)
