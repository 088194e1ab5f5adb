"""Mail in: from the bytes of a letter to what it asks for; the listeners that take it."""
