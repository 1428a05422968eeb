import { names } from '../../standards/html/names.ts'

/** Elements that do not run on in a line, so that words on either side of their tags are two. */
export const BREAKS_WORDS = names(
  'address article aside audio blockquote body br button canvas caption center dd details ' +
    'dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe input legend li listing main menu nav noscript object ol ' +
    'optgroup option p plaintext pre search section select summary svg table tbody td template ' +
    'textarea tfoot th thead title tr ul video xmp',
)

/**
 * Elements whose text is not for readers. That of a noscript mostly asks for scripts to be
 * switched on, which is nobody's topic.
 */
export const HIDES_TEXT = names(
  'script style title iframe noembed noframes template noscript annotation annotation-xml',
)

/** Elements of a site more than of a page: the same on every page, whatever its topic. */
export const BOILERPLATE = names('nav footer aside dialog select datalist button')
