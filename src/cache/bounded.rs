use std::collections::BTreeMap;

/// Values by key. What the current pass used stays; of the rest, the latest used, up to a total cost.
#[derive(Debug)]
pub struct Bounded<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    /// What the values that the last pass did not use may cost together.
    spare: usize,
    pass: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    cost: usize,
    /// The last pass that used it.
    used: u64,
}

impl<K: Ord + Clone, V: Clone> Bounded<K, V> {
    pub fn new(spare: usize) -> Self {
        Self { entries: BTreeMap::new(), spare, pass: 0 }
    }

    /// The value of a key, made where it is not remembered. `cost` is about the bytes that it takes.
    pub fn get_or_make(&mut self, key: K, cost: usize, make: impl FnOnce() -> V) -> V {
        let used = self.pass;
        let entry = self.entries.entry(key).or_insert_with(|| Entry { value: make(), cost, used });
        entry.used = used;
        entry.value.clone()
    }

    /// Forgets the values that were not used for longest, where there are too many of them.
    pub fn end_pass(&mut self) {
        let unused = || self.entries.iter().filter(|(_, entry)| entry.used != self.pass);
        let mut cost: usize = unused().map(|(_, entry)| entry.cost).sum();
        if cost > self.spare {
            let mut oldest_first: Vec<_> = unused().map(|(key, entry)| (entry.used, entry.cost, key.clone())).collect();
            oldest_first.sort_by_key(|(used, ..)| *used);
            for (_, freed, key) in oldest_first {
                if cost <= self.spare {
                    break;
                }
                self.entries.remove(&key);
                cost -= freed;
            }
        }
        self.pass += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_remembered(cache: &mut Bounded<u8, u8>, key: u8) -> bool {
        let mut made = false;
        cache.get_or_make(key, 10, || {
            made = true;
            key
        });
        !made
    }

    #[test]
    fn what_a_pass_uses_stays_whatever_it_costs() {
        let mut cache = Bounded::new(5);
        for _ in 0..3 {
            assert_eq!([1, 2, 3].map(|key| cache.get_or_make(key, 10, || key)), [1, 2, 3]);
            cache.end_pass();
        }
        assert!([1, 2, 3].into_iter().all(|key| is_remembered(&mut cache, key)));
    }

    #[test]
    fn of_the_rest_the_latest_stay() {
        let mut cache = Bounded::new(20);
        for key in 0..5 {
            cache.get_or_make(key, 10, || key);
            cache.end_pass();
        }
        // 4 was used by the last pass, 2 and 3 are within the spare cost of the one before.
        cache.end_pass();
        assert_eq!([0, 1, 2, 3, 4].map(|key| cache.entries.contains_key(&key)), [false, false, false, true, true]);
    }
}
