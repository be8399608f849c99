create table category (
  slug text primary key,
  name text not null,
  emoji text not null
);

-- What every installation begins with.
insert into category (slug, name, emoji) values
  ('music', 'Music', '🎵'),
  ('arts', 'Arts & culture', '🎨'),
  ('food', 'Food & drink', '🍲'),
  ('sports', 'Sports', '⚽'),
  ('outdoors', 'Outdoors', '🌲'),
  ('tech', 'Technology', '💻'),
  ('business', 'Business', '💼'),
  ('education', 'Education', '📚'),
  ('community', 'Community', '🤝'),
  ('family', 'Family', '👪'),
  ('health', 'Health & wellness', '🧘'),
  ('games', 'Games', '🎲'),
  ('film', 'Film', '🎬'),
  ('other', 'Other', '✨');
