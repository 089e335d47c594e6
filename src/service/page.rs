//! Pages of lists.

/// A page of a list, and where the next page begins.
#[derive(Debug, Clone)]
pub struct Page<T, C> {
    /// The items.
    pub items: Vec<T>,
    /// The cursor of the last item; `None` on the last page.
    pub next: Option<C>,
}

impl<T, C> Page<T, C> {
    /// The first `limit` of these items, of which the caller has asked for one more than `limit`.
    pub(super) fn first(mut items: Vec<T>, limit: u32, cursor: impl FnOnce(&T) -> C) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| has_more).map(cursor);
        Self { items, next }
    }
}
