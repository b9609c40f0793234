# The reader of what cordon-docker prints about images.
cordon_unit_test(image_line SOURCES test_image_line.c)
